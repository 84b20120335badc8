/** The classes shared by lists of options: select, combobox, menu, palette. */
export const listClasses =
  'max-h-[min(22rem,var(--available-height))] overflow-y-auto overscroll-contain p-1'

export const itemClasses =
  'relative flex min-h-8 cursor-default items-center gap-2 rounded-s px-2 py-1 text-s ' +
  'outline-none select-none data-highlighted:bg-accent-soft data-disabled:text-ink-3 ' +
  '[&_svg]:size-4 [&_svg]:shrink-0'

export const groupLabelClasses = 'px-2 pt-2 pb-1 text-xs font-medium text-ink-3'

/** An option: its value, its label and an optional hint. */
export interface Option<T extends string = string> {
  value: T
  label: string
  hint?: string
  disabled?: boolean
}
