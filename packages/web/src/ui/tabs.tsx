import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { tabLook, tabRowLook } from './tab-look.ts'

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

/** Views of one thing on one page. Pages of their own get `TabNav`. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <Base.List aria-label={label} className={tabRowLook}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabLook}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={panelLook}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

/** The one that is left stays for a frame, under the next one. */
const panelLook = 'pt-4 data-ending-style:hidden'
