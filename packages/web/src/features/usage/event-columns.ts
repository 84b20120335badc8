import type { EventExportColumn } from '@guildhall/contract/usage/event-export-columns'
import type { ColumnChoice } from '#/ui/column-choice.ts'

/** Next to the name, in the order in which they are shown. */
export const eventColumns = [
  { id: 'customer', label: 'Customer', isExtra: false },
  { id: 'external_id', label: 'External ID', isExtra: true },
  { id: 'metadata', label: 'Metadata', isExtra: true },
  { id: 'entity', label: 'Entity', isExtra: true },
  { id: 'source', label: 'Source', isExtra: false },
  { id: 'ingested_at', label: 'Received', isExtra: true },
  { id: 'timestamp', label: 'Time', isExtra: false },
] as const
export type EventColumn = (typeof eventColumns)[number]['id']

/** Those given, or else those that the list has by default. */
export const eventChoices = (shown: readonly string[] | null): ColumnChoice[] =>
  eventColumns.map(({ id, label, isExtra }) => ({
    id,
    label,
    isShown: shown === null ? !isExtra : shown.includes(id),
  }))

export const shownEventColumns = (shown: readonly string[] | null): EventColumn[] => {
  const chosen = new Set(eventChoices(shown).flatMap(({ id, isShown }) => (isShown ? [id] : [])))
  return eventColumns.flatMap(({ id }) => (chosen.has(id) ? [id] : []))
}

/** The columns of an exported file that have the same as the list. */
export const eventFileColumns = (shown: readonly string[] | null): EventExportColumn[] => [
  'id',
  'name',
  ...shownEventColumns(shown).flatMap((id) => inFile[id]),
]

const inFile: Readonly<Record<EventColumn, readonly EventExportColumn[]>> = {
  customer: ['customer_name', 'customer_email', 'external_customer_id'],
  external_id: ['external_id'],
  metadata: ['metadata'],
  entity: ['entity'],
  source: ['source'],
  ingested_at: ['ingested_at'],
  timestamp: ['timestamp'],
}
