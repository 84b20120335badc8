import { type ReactNode, useId, useState } from 'react'

interface SegmentedProps<T extends string> {
  /** The accessible name. */
  label: string
  options: readonly { value: T; label: ReactNode; disabled?: boolean }[]
  value: T
  onChange: (value: T) => void
}

/** Selects one of a few options in a row: a period, a filter, a view. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedProps<T>) {
  const name = useId()
  const [chosen, choose] = useChosen(value)
  return (
    <div role="radiogroup" aria-label={label} className={rowClasses}>
      {options.map((option) => (
        <label key={option.value} className={segmentClasses}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === chosen}
            disabled={option.disabled}
            onChange={() => {
              choose(option.value)
              onChange(option.value)
            }}
            className={inputClasses}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

/** A choice shows at once, also where the URL holds it and follows a moment later. */
function useChosen<T>(value: T) {
  const [followed, follow] = useState(value)
  const [chosen, choose] = useState(value)
  if (followed !== value) {
    follow(value)
    choose(value)
  }
  return [chosen, choose] as const
}

const rowClasses =
  'inline-flex max-w-full overflow-x-auto rounded-s border text-xs font-medium text-ink-2'

const segmentClasses =
  'relative flex h-7 shrink-0 items-center px-2.5 not-first:border-l first:rounded-l-s ' +
  'last:rounded-r-s hover:text-ink has-checked:bg-sunken has-checked:text-ink ' +
  'has-disabled:text-ink-3 has-focus-visible:z-1 has-focus-visible:outline-2 ' +
  'has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent'

const inputClasses =
  'absolute inset-0 cursor-pointer appearance-none rounded-s outline-none ' +
  'disabled:cursor-not-allowed'
