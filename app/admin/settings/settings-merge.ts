import type { SettingsColumns } from '#app/data/business-settings.ts';
import { readHours, type Weekday, weekdays } from '#app/domain/content/hours.ts';
import { columnField, type Field } from '#app/domain/merging.ts';

const field = columnField<SettingsColumns>;

/** The hours of one day, which share a column with the other days. */
function hoursOf(day: Weekday): Field<SettingsColumns> {
  const read = ({ hours }: SettingsColumns) => readHours(hours) ?? {};
  return {
    label: `${day.charAt(0).toUpperCase()}${day.slice(1)}`,
    read: (settings) => read(settings)[day],
    take(into, from) {
      const { [day]: _replaced, ...others } = read(into);
      const taken = read(from)[day];
      return { ...into, hours: taken === undefined ? others : { ...others, [day]: taken } };
    },
  };
}

/** What two people may have entered differently about the business. */
export const settingsMerge: Field<SettingsColumns>[] = [
  field('Business Name', 'business_name'),
  field('Phone', 'phone'),
  field('Email', 'email'),
  field('Address', 'address'),
  field('Facebook URL', 'facebook_url'),
  field('Instagram URL', 'instagram_url'),
  field('Latitude and Longitude', 'latitude', 'longitude'),
  field('Months that enquiries are kept', 'retention_months'),
  ...weekdays.map(hoursOf),
];
