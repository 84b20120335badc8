import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Fieldset } from './fieldset.tsx'

interface RadioOption<T extends string> {
  value: T
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps<T extends string> {
  legend: ReactNode
  options: readonly RadioOption<T>[]
  value: T | undefined
  onChange: (value: T) => void
  hint?: ReactNode
  error?: ReactNode
  name?: string
  onBlur?: () => void
  /** Each option in a box, for choices that need an explanation. */
  boxed?: boolean
}

export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { legend, options, value, onChange, hint, error, boxed = false, onBlur } = props
  const ownName = useId()
  const look = boxed
    ? 'tick rounded-m border bg-surface p-3 has-checked:border-accent has-checked:bg-accent-soft'
    : 'tick'
  return (
    <Fieldset legend={legend} hint={hint} error={error}>
      <div className={classNames('flex flex-col', boxed ? 'mt-0.5 gap-2' : 'gap-0.5')}>
        {options.map((option) => (
          <label key={option.value} className={look}>
            <input
              type="radio"
              name={props.name ?? ownName}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
              className="tick-box rounded-full"
            />
            <span>
              {option.label}
              {option.hint && <span className="block text-xs text-ink-2">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
