import type { WebhookEventType } from '@guildhall/contract/webhooks/events'
import type { ReactNode } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { CheckAll, CheckGroup, CheckGroups } from '../../ui/check-groups.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Fieldset } from '../../ui/fieldset.tsx'
import { type EventGroup, eventGroups, eventsIn, eventWords, inOrder } from './event-groups.ts'

interface EventsFieldProps {
  /** What it was told before, which stays on offer. */
  kept: readonly WebhookEventType[]
  value: readonly WebhookEventType[]
  onChange: (events: WebhookEventType[]) => void
  onBlur: () => void
  /** Of the first box, where a mistake leads. */
  inputRef: RefCallBack
  error: ReactNode
}

/** What an endpoint is told: everything, all about one kind of objects, or single events. */
export function EventsField({ kept, value, inputRef, error, ...on }: EventsFieldProps) {
  const choose = (of: readonly WebhookEventType[], isHeld: boolean) =>
    on.onChange(isHeld ? inOrder([...value, ...of]) : value.filter((type) => !of.includes(type)))
  const groups = eventGroups(kept)
  return (
    <Fieldset
      legend="Events"
      hint="Each carries the whole object as it was at that moment."
      error={error}
    >
      <CheckGroups
        of={eventsIn(groups)}
        held={value}
        onChange={choose}
        onBlur={on.onBlur}
        boxRef={inputRef}
      >
        {groups.map((group) => (
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
              hint={eventWords[type]}
              checked={held.includes(type)}
              onChange={(event) => onChange([type], event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </CheckGroup>
  )
}
