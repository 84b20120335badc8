import { aggregationOf, calculationOf } from '@guildhall/contract/metering/shapes'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { mistakeIn } from '#/lib/form-schema.ts'
import { formatQuantity } from '#/lib/format.ts'
import { useSettled } from '#/lib/use-settled.ts'
import { Time } from '#/ui/time.tsx'
import { filterMistake, filterOf } from './filter-draft.ts'
import { calculationIn, type MeterDraft } from './meter-draft.ts'
import {
  type MeterDefinition,
  type MeterPreview as Preview,
  previewQuery,
} from './meter-queries.ts'
import { meterSchema } from './meter-schema.ts'
import { aggregationText } from './meter-text.ts'

const pauseMilliseconds = 400

/** What the meter would measure of the last 30 days, while it is edited. */
export function MeterPreview({ form }: { form: UseFormReturn<MeterDraft> }) {
  const definition = useWatch({ control: form.control, compute: definitionIn })
  return (
    <section aria-label="Preview" className="rounded-m border px-3 py-2.5 text-s">
      <h3 className="text-xs font-medium text-ink-3">Last 30 days</h3>
      <div aria-live="polite">
        {definition === null ? (
          <p className="text-ink-2">Complete the conditions to see what the meter counts.</p>
        ) : (
          <Measured definition={definition} />
        )}
      </div>
    </section>
  )
}

/** Null while it is incomplete. */
function definitionIn({ filter, func, property }: MeterDraft): MeterDefinition | null {
  if (filterMistake(filter) !== null) return null
  if (func !== 'count' && mistakeIn(meterSchema.property, property) !== null) return null
  return { filter: filterOf(filter), aggregation: aggregationOf(calculationIn({ func, property })) }
}

/** It is asked for in the pauses of typing, and the old one stays until then. */
function Measured({ definition }: { definition: MeterDefinition }) {
  const { id } = useOrganization()
  const typed = JSON.stringify(definition)
  const isTyping = useSettled(typed, pauseMilliseconds) !== typed
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(id, definition),
    enabled: !isTyping,
  })
  if (error !== null) return <p className="text-bad">{failureMessage(error)}</p>
  if (data === undefined) return <p className="text-ink-3">Counting…</p>
  return (
    <div aria-busy={isPlaceholderData}>
      <Figures preview={data} definition={definition} />
      <LatestEvents events={data.latestEvents} />
    </div>
  )
}

interface FiguresProps {
  preview: Preview
  definition: MeterDefinition
}

function Figures({ preview, definition }: FiguresProps) {
  const calculation = calculationOf(definition.aggregation)
  const { matchingEvents, value } = preview
  if (matchingEvents === 0) {
    return (
      <p className="text-ink-2">
        No event matches. Check the name and the properties that your application sends.
      </p>
    )
  }
  const events = `${formatQuantity(matchingEvents)} matching event${matchingEvents === 1 ? '' : 's'}`
  return (
    <p>
      <span className="figures font-medium">{events}</span>
      {calculation.func !== 'count' && (
        <span className="figures text-ink-2">
          {' · '}
          {aggregationText(definition.aggregation)}: {formatQuantity(value)}
        </span>
      )}
    </p>
  )
}

const shownMax = 3

function LatestEvents({ events }: { events: Preview['latestEvents'] }) {
  if (events === null || events.length === 0) return null
  return (
    <ul aria-label="Latest matching events" className="mt-1.5 grid gap-1 border-t pt-1.5 text-xs">
      {events.slice(0, shownMax).map((event) => (
        <li key={event.id} className="flex gap-2">
          <span className="shrink-0 text-ink-3">
            <Time at={event.timestamp} focusable={false} />
          </span>
          <span className="min-w-0 truncate">
            {event.name} <code className="font-mono text-ink-2">{metadataText(event)}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}

const metadataText = ({ metadata }: NonNullable<Preview['latestEvents']>[number]): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ')
