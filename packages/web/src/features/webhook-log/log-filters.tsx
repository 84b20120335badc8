import { webhookMessageStates } from '@guildhall/contract/webhooks/shapes'
import {
  type WebhookEventType,
  webhookEventTypes,
} from '@guildhall/contract/webhooks/webhook-events'
import { mistakeIn } from '#/lib/form-schema.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { Status } from '#/ui/status.tsx'
import { TextFilterChip } from '#/ui/text-filter-chip.tsx'
import { type LogView, readCode } from './log-view.ts'
import { replaySchema } from './replay-draft.ts'

interface LogFiltersProps {
  /** The endpoint's event types; the log may contain earlier ones. */
  types: readonly WebhookEventType[]
  view: LogView
  /** Null clears a filter. */
  onChange: (changed: SearchParameters) => void
}

export function LogFilters({ types, view, onChange }: LogFiltersProps) {
  const { state, type, code, object, from, to } = view
  return (
    <>
      <FilterChip name="State" value={state ?? null} onClear={() => onChange({ state: null })}>
        {webhookMessageStates.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ state: one })}>
            <Status state={one} />
          </MenuItem>
        ))}
      </FilterChip>
      <TextFilterChip
        name="HTTP code"
        placeholder="500"
        value={code === undefined ? null : String(code)}
        mistakeIn={(text) => (readCode(text) === null ? 'Enter a status from 100 to 599.' : null)}
        onChange={(text) => onChange({ code: text })}
      />
      <TextFilterChip
        name="Object"
        placeholder="ID of an order, a customer…"
        value={object ?? null}
        {...(object && { shown: shortId(object) })}
        mistakeIn={(typed) => mistakeIn(replaySchema.object, typed)}
        onChange={(text) => onChange({ object: text })}
      />
      <DateFilterChip
        name="Period"
        value={from && to ? { from, to } : null}
        onChange={(days) => onChange({ from: days?.from ?? null, to: days?.to ?? null })}
      />
      <Combobox<WebhookEventType>
        label="Event"
        placeholder="Any event"
        options={typeOptions(type === undefined ? types : [...types, type])}
        value={type ?? null}
        onChange={(chosen) => onChange({ type: chosen })}
        empty="No matching events."
        className="basis-44 sm:max-w-56"
      />
    </>
  )
}

const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id)

const typeOptions = (types: readonly WebhookEventType[]) =>
  [...new Set<WebhookEventType>([...types, ...webhookEventTypes])].map((one) => ({
    value: one,
    label: one,
  }))
