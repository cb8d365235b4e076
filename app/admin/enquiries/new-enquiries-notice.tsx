import { Link } from 'react-router';
import { countEnquiries, type InboxLabels } from './inbox-labels.ts';

type NewEnquiriesNoticeProps = {
  labels: InboxLabels;
  newEnquiries: { count: number; areShown: boolean; dismiss: () => void };
  newest: string;
};

export function NewEnquiriesNotice({ labels, newEnquiries, newest }: NewEnquiriesNoticeProps) {
  const { count, areShown, dismiss } = newEnquiries;
  const { entity, entityPlural } = labels;
  return (
    <div role="status">
      {count > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-moss/30 bg-moss-tint px-4 py-1 text-moss">
          <span className="font-semibold">
            {countEnquiries(count, {
              entity: `new ${entity}`,
              entityPlural: `new ${entityPlural}`,
            })}
          </span>
          {!areShown && (
            <Link
              to={{ search: newest }}
              preventScrollReset
              defaultShouldRevalidate={false}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              Show the newest
            </Link>
          )}
          <button
            type="button"
            onClick={dismiss}
            className="drawn-link ml-auto inline-flex min-h-11 items-center"
          >
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}
