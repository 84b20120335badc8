import type { WebhookEventType } from '@guildhall/contract/webhooks/events'
import type { ReactNode } from 'react'
import type { RefCallBack } from 'react-hook-form'
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
  const everything = eventsIn(groups)
  return (
    <Fieldset
      legend="Events"
      hint="Each carries the whole object as it was at that moment."
      error={error}
    >
      <div className="mt-1 overflow-hidden rounded-m border" onBlur={on.onBlur}>
        <div className="flex items-center justify-between gap-4 border-b bg-sunken px-3 py-2">
          <All
            label="Select all"
            of={everything}
            held={value}
            onChange={choose}
            boxRef={inputRef}
          />
          <span className="figures text-xs text-ink-3">
            {value.length} of {everything.length}
          </span>
        </div>
        {groups.map((group) => (
          <Group key={group.name} group={group} held={value} onChange={choose} />
        ))}
      </div>
    </Fieldset>
  )
}

interface AllProps {
  label: ReactNode
  of: readonly WebhookEventType[]
  held: readonly WebhookEventType[]
  onChange: (of: readonly WebhookEventType[], isHeld: boolean) => void
  boxRef?: RefCallBack
}

function All({ label, of, held, onChange, boxRef }: AllProps) {
  const count = of.filter((type) => held.includes(type)).length
  return (
    <Checkbox
      label={<span className="font-medium">{label}</span>}
      checked={count === of.length}
      indeterminate={count > 0 && count < of.length}
      onChange={(event) => onChange(of, event.target.checked)}
      ref={boxRef}
    />
  )
}

interface GroupProps extends Pick<AllProps, 'held' | 'onChange'> {
  group: EventGroup
}

function Group({ group, held, onChange }: GroupProps) {
  const [only, ...others] = group.events
  const isAlone = only !== undefined && others.length === 0
  return (
    <fieldset className="min-w-0 px-3 py-2 not-last:border-b">
      <legend className="sr-only">{group.name}</legend>
      {!isAlone && <All label={group.name} of={group.events} held={held} onChange={onChange} />}
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
    </fieldset>
  )
}
