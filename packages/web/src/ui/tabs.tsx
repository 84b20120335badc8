import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { tabClasses, tabRowClasses } from './tab-classes.ts'

interface Tab<T extends string> {
  value: T
  label: ReactNode
  panel: ReactNode
}

interface TabsProps<T extends string> {
  label: string
  tabs: readonly Tab<T>[]
  value: T
  onChange: (value: T) => void
}

/** Views of one object on one page. For separate pages use `TabNav`. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.List aria-label={label} className={tabRowClasses}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClasses}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={panelClasses}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

/** A closed panel remains for one frame, so it is hidden. */
const panelClasses = 'pt-4 data-ending-style:hidden'
