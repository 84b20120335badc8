import { Link } from '@tanstack/react-router'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { passFocusOn } from '#/lib/focus-title.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import type { SetupStep } from './setup-steps.ts'

interface SetupCardProps {
  steps: readonly SetupStep[]
  onHide: () => void
}

/** What is left until the first sale, and what is done. */
export function SetupCard({ steps, onHide }: SetupCardProps) {
  const { slug } = useOrganization()
  const done = steps.filter(({ isDone }) => isDone).length
  const actions = (
    <div className="flex items-center gap-2">
      <Link to="/docs/start" search={{ organization: slug }} className={linkClasses}>
        Quickstart for developers
      </Link>
      <IconButton ref={passFocusOn} size="s" label="Hide the set-up" onClick={onHide}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
  return (
    <Card flush title="Set up" description={`${done} of ${steps.length} done`} actions={actions}>
      <Entries count={steps.length} empty={null}>
        {steps.map((step) => (
          <StepEntry key={step.title} step={step} />
        ))}
      </Entries>
    </Card>
  )
}

function StepEntry({ step: { title, text, isDone, link, settings = [] } }: { step: SetupStep }) {
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
        link && (
          <Link to={link.to} params={{ slug }} className={buttonClasses({ size: 's' })}>
            {link.action}
          </Link>
        )
      }
    >
      <div className="min-w-0">
        {text}
        {settings.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-x-3 font-mono text-ink-2">
            {settings.map((setting) => (
              <li key={setting} className="wrap-anywhere">
                {setting}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Entry>
  )
}
