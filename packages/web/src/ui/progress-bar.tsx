import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface ProgressBarProps {
  label: ReactNode
  value: number
  max: number
  /** Text to the right of the label: "8,120 of 10,000". */
  text: string
}

/** Shows usage; amber when little is left, red when exceeded. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  const id = useId()
  const share = max > 0 ? value / max : 0
  const colour = share > 1 ? 'text-bad' : share >= 0.9 ? 'text-warn' : 'text-accent'
  return (
    <div className="text-s">
      <div className="mb-1.5 flex justify-between gap-4">
        <span id={id}>{label}</span>
        <span className="figures text-ink-2">{text}</span>
      </div>
      <progress
        aria-labelledby={id}
        aria-valuetext={text}
        value={Math.min(value, max)}
        max={max}
        className={classNames('progress', colour)}
      />
    </div>
  )
}
