import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

const tabClass =
  '-mb-px min-h-11 whitespace-nowrap border-transparent border-b-3 px-4 font-medium text-ink-soft hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px] data-[active]:border-ink data-[active]:text-ink';

type Tab<Value extends string> = { value: Value; label: string; count: number };

type FilterTabsProps<Value extends string> = {
  label: string;
  tabs: Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
};

export function FilterTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: FilterTabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label} <span className="tabular-nums">({tab.count})</span>
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4 outline-none">
          {tab.value === value && children}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

type ScreenTabsProps<Value extends string> = {
  label: string;
  tabs: { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Panels that stay mounted, so that another tab discards no input. */
export function ScreenTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
}: ScreenTabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} keepMounted className="pt-5 outline-none">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
