import Check from 'lucide-react/icons/check'
import { classNames } from './class-names.ts'

interface StepperProps {
  label: string
  steps: readonly string[]
  /** The index of the current step. */
  current: number
}

export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol aria-label={label} className="flex gap-2">
      {steps.map((step, index) => (
        <Step key={step} step={step} number={index + 1} place={Math.sign(index - current)} />
      ))}
    </ol>
  )
}

/** `place`: -1 done, 0 current, 1 upcoming. */
function Step({ step, number, place }: { step: string; number: number; place: number }) {
  const isDone = place < 0
  const bar = place > 0 ? 'bg-line' : 'bg-accent'
  return (
    <li aria-current={place === 0 ? 'step' : undefined} className="min-w-0 flex-1">
      <div className={classNames('h-1 rounded-full', bar)} />
      <p className="mt-2 flex items-center gap-1.5 text-xs">
        {isDone ? (
          <Check aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
        ) : (
          <span className="figures text-ink-3">{number}</span>
        )}
        <span className={classNames('truncate', place === 0 ? 'font-medium' : 'text-ink-2')}>
          {step}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
      </p>
    </li>
  )
}
