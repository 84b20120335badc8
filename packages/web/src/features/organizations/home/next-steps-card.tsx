import { Link } from '@tanstack/react-router'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import type { NextStep } from './next-steps.ts'

/** The next steps, including completed ones. */
export function NextStepsCard({ steps }: { steps: readonly NextStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card flush title="Next steps" description={`${done} of ${steps.length} done`}>
      <Entries count={steps.length} empty={null}>
        {steps.map((step) => (
          <StepEntry key={step.title} step={step} />
        ))}
      </Entries>
    </Card>
  )
}

function StepEntry({ step: { title, text, isDone, action, to } }: { step: NextStep }) {
  const { slug } = useOrganization()
  if (isDone) {
    return (
      <Entry
        icon={<CircleCheck className="text-good" />}
        title={
          <span className="font-normal text-ink-2">
            {title}
            <span className="sr-only">: done</span>
          </span>
        }
      />
    )
  }
  return (
    <Entry
      icon={<Circle />}
      title={title}
      action={
        <Link to={to} params={{ slug }} className={buttonClasses({ size: 's' })}>
          {action}
        </Link>
      }
    >
      <span>{text}</span>
    </Entry>
  )
}
