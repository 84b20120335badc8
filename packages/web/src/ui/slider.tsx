import { useId } from 'react'

interface SliderProps {
  label: string
  value: number
  min?: number
  max?: number
  disabled?: boolean
  onChange: (value: number) => void
}

const steps = 100

/** A number of which only the effect matters. */
export function Slider({
  label,
  value,
  min = 0,
  max = 1,
  disabled = false,
  onChange,
}: SliderProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-s font-medium">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={(max - min) / steps}
        value={value}
        disabled={disabled}
        className="h-6 w-full accent-accent disabled:opacity-50"
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  )
}
