import type { ReactNode } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { Checkbox } from './checkbox.tsx'

interface CheckAllProps<T> {
  label: ReactNode
  /** The values it controls. */
  of: readonly T[]
  held: readonly T[]
  onChange: (of: readonly T[], isHeld: boolean) => void
  boxRef?: RefCallBack
}

/** Controls several values; indeterminate if some of them are selected. */
export function CheckAll<T>({ label, of, held, onChange, boxRef }: CheckAllProps<T>) {
  const count = of.filter((one) => held.includes(one)).length
  return (
    <Checkbox
      label={<span className="font-medium">{label}</span>}
      checked={count === of.length}
      indeterminate={count > 0 && count < of.length}
      onChange={(event) => onChange(of, event.target.checked)}
      ref={boxRef}
    />
  )
}

interface CheckGroupsProps<T> extends Omit<CheckAllProps<T>, 'label'> {
  onBlur?: () => void
  children: ReactNode
}

/** Grouped checkboxes with one that selects all. */
export function CheckGroups<T>({ onBlur, children, ...all }: CheckGroupsProps<T>) {
  return (
    <div className="mt-1 overflow-hidden rounded-m border" onBlur={onBlur}>
      <div className="flex items-center justify-between gap-4 border-b bg-sunken px-3 py-2">
        <CheckAll {...all} label="Select all" />
        <span className="figures text-xs text-ink-3">
          {all.held.length} of {all.of.length}
        </span>
      </div>
      {children}
    </div>
  )
}

interface CheckGroupProps {
  name: string
  children: ReactNode
}

export function CheckGroup({ name, children }: CheckGroupProps) {
  return (
    <fieldset className="min-w-0 px-3 py-2 not-last:border-b">
      <legend className="sr-only">{name}</legend>
      {children}
    </fieldset>
  )
}
