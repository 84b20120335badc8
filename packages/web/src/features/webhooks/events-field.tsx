import type { WebhookEventType } from '@guildhall/contract/webhooks/webhook-events'
import type { ReactNode } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { CheckAll, CheckGroup, CheckGroups } from '#/ui/check-groups.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { type EventGroup, eventGroups, eventsIn, eventText, inOrder } from './event-groups.ts'

interface EventsFieldProps {
  value: readonly WebhookEventType[]
  onChange: (events: WebhookEventType[]) => void
  onBlur: () => void
  /** Ref of the first checkbox, which is focused on an error. */
  inputRef: RefCallBack
  error: ReactNode
}

/** Event types: all, all of one object type, or single ones. */
export function EventsField({ value, inputRef, error, ...on }: EventsFieldProps) {
  const choose = (of: readonly WebhookEventType[], isHeld: boolean) =>
    on.onChange(isHeld ? inOrder([...value, ...of]) : value.filter((type) => !of.includes(type)))
  return (
    <Fieldset
      legend="Events"
      hint="Each event contains the full object at that time."
      error={error}
    >
      <CheckGroups
        of={eventsIn(eventGroups)}
        held={value}
        onChange={choose}
        onBlur={on.onBlur}
        boxRef={inputRef}
      >
        {eventGroups.map((group) => (
          <Group key={group.name} group={group} held={value} onChange={choose} />
        ))}
      </CheckGroups>
    </Fieldset>
  )
}

interface GroupProps {
  group: EventGroup
  held: readonly WebhookEventType[]
  onChange: (of: readonly WebhookEventType[], isHeld: boolean) => void
}

function Group({ group, held, onChange }: GroupProps) {
  const [only, ...others] = group.events
  const isAlone = only !== undefined && others.length === 0
  return (
    <CheckGroup name={group.name}>
      {!isAlone && (
        <CheckAll label={group.name} of={group.events} held={held} onChange={onChange} />
      )}
      <ul className={isAlone ? undefined : 'grid pl-6.5 md:grid-cols-2 md:gap-x-4'}>
        {group.events.map((type) => (
          <li key={type}>
            <Checkbox
              label={<span className="font-mono text-xs wrap-anywhere">{type}</span>}
              hint={eventText[type]}
              checked={held.includes(type)}
              onChange={(event) => onChange([type], event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </CheckGroup>
  )
}
