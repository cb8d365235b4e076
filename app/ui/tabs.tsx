import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

const tabClass =
  '-mb-px min-h-11 whitespace-nowrap border-transparent border-b-3 px-3 sm:px-4 font-medium text-ink-soft hover:text-ink focus-visible:outline-2 focus-visible:outline-offset-[-2px] aria-selected:border-ink aria-selected:text-ink';

type TabListProps<Value extends string> = {
  id: string;
  label: string;
  tabs: { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
};

const getTabId = (id: string, index: number) => `${id}-tab-${index}`;
const getPanelId = (id: string, index: number) => `${id}-panel-${index}`;

/**
 * The tabs pattern of the ARIA guide. Base UI's tabs measure themselves when they are mounted, which
 * computes the layout of the whole list before React has committed it.
 */
function TabList<Value extends string>({ id, label, tabs, value, onChange }: TabListProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Before the layout of the next frame, which is needed anyway.
    const frame = requestAnimationFrame(() => {
      const selected = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
      if (!list.current || !selected) return;
      const end = selected.offsetLeft + selected.offsetWidth;
      if (end > list.current.clientWidth) list.current.scrollLeft = end - list.current.clientWidth;
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    const { key, currentTarget, target, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || shiftKey) return;
    const all = [...currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const index = all.indexOf(target as HTMLElement);
    const next = {
      ArrowLeft: index - 1,
      ArrowRight: (index + 1) % all.length,
      Home: 0,
      End: -1,
    }[key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next)?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={moveFocus}
      className="scroll-hint relative flex gap-1 overflow-x-auto border-line border-b"
    >
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={getTabId(id, index)}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? getPanelId(id, index) : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => tab.value === value || onChange(tab.value)}
          className={tabClass}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

type FilterTabsProps<Value extends string> = Omit<TabListProps<Value>, 'id' | 'tabs'> & {
  tabs: { value: Value; label: string; count: number }[];
  children: ReactNode;
};

export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  const { label, tabs, value, onChange, children } = props;
  const id = useId();
  return (
    <>
      <TabList
        id={id}
        label={label}
        tabs={tabs.map((tab) => ({
          value: tab.value,
          label: (
            <>
              {tab.label} <span className="tabular-nums">{`(${tab.count})`}</span>
            </>
          ),
        }))}
        value={value}
        onChange={onChange}
      />
      <TabPanel
        key={value}
        id={id}
        index={tabs.findIndex((tab) => tab.value === value)}
        className="pt-1 sm:pt-4"
      >
        {children}
      </TabPanel>
    </>
  );
}

type ScreenTabsProps<Value extends string> = Omit<TabListProps<Value>, 'id' | 'tabs'> & {
  tabs: { value: Value; label: string; panel: ReactNode }[];
};

/** Panels that stay mounted, so that another tab discards no input. */
export function ScreenTabs<Value extends string>(props: ScreenTabsProps<Value>) {
  const { label, tabs, value, onChange } = props;
  const id = useId();
  return (
    <>
      <TabList id={id} label={label} tabs={tabs} value={value} onChange={onChange} />
      {tabs.map((tab, index) => (
        <TabPanel
          key={tab.value}
          id={id}
          index={index}
          hidden={tab.value !== value}
          className="pt-5"
        >
          {tab.panel}
        </TabPanel>
      ))}
    </>
  );
}

type TabPanelProps = {
  id: string;
  index: number;
  hidden?: boolean;
  className: string;
  children: ReactNode;
};

function TabPanel({ id, index, hidden, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={getPanelId(id, index)}
      aria-labelledby={getTabId(id, index)}
      hidden={hidden}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern asks for it
      tabIndex={0}
      className={`${className} outline-none`}
    >
      {children}
    </div>
  );
}
