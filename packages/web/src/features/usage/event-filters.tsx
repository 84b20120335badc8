import { useQuery } from '@tanstack/react-query'
import { CustomerFilter } from '#/entities/customer/customer-filter.tsx'
import { metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { formatQuantity, formatRelative } from '#/lib/format.ts'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { OpeningChip } from '#/ui/filter-chip.tsx'
import { Picker } from '#/ui/picker.tsx'
import { TextFilterChip } from '#/ui/text-filter-chip.tsx'
import { useNow } from '#/ui/use-now.ts'
import { mergedByName } from './event-names.ts'
import { type EventsView, readPair } from './events-view.ts'
import { eventNamesQuery } from './usage-queries.ts'

interface EventFiltersProps {
  view: EventsView
  /** Null clears a filter. */
  onChange: (changed: SearchParameters) => void
}

export function EventFilters({ view, onChange }: EventFiltersProps) {
  const { customer, metadata, from, to } = view
  return (
    <>
      <NameFilter view={view} onChange={onChange} />
      <CustomerFilter value={customer} onChange={(id) => onChange({ customer: id })} />
      <MeterFilter view={view} onChange={onChange} />
      <TextFilterChip
        name="Metadata"
        placeholder="model=lite"
        value={metadata ?? null}
        mistakeIn={(text) =>
          readPair(text) === null ? 'Enter a key and its value, such as model=lite.' : null
        }
        onChange={(text) => onChange({ metadata: text })}
      />
      <DateFilterChip
        name="Period"
        value={from && to ? { from, to } : null}
        onChange={(days) => onChange({ from: days?.from ?? null, to: days?.to ?? null })}
      />
    </>
  )
}

function NameFilter({ view: { name }, onChange }: EventFiltersProps) {
  const { id } = useOrganization()
  const now = useNow()
  const { data: names = [] } = useQuery(eventNamesQuery(id))
  const items = mergedByName(names).map((one) => ({
    id: one.name,
    label: one.name,
    hint: `${formatQuantity(one.occurrences)} · ${formatRelative(one.lastSeen, now)}`,
  }))
  return (
    <OpeningChip
      name="Name"
      value={name ?? null}
      onClear={() => onChange({ name: null })}
      open={(trigger) => (
        <Picker
          label="Name"
          trigger={trigger}
          placeholder="Search names"
          current={name ?? null}
          groups={[{ label: 'Names', hideLabel: true, items }]}
          onPick={(chosen) => onChange({ name: chosen })}
        />
      )}
    />
  )
}

function MeterFilter({ view: { meter }, onChange }: EventFiltersProps) {
  const { id } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  const chosen = meters.find((one) => one.id === meter)
  return (
    <OpeningChip
      name="Meter"
      value={meter === undefined ? null : (chosen?.name ?? '…')}
      onClear={() => onChange({ meter: null })}
      open={(trigger) => (
        <Picker
          label="Meter"
          trigger={trigger}
          placeholder="Search meters"
          current={meter ?? null}
          groups={[
            {
              label: 'Meters',
              hideLabel: true,
              items: meters.map((one) => ({ id: one.id, label: one.name })),
            },
          ]}
          onPick={(picked) => onChange({ meter: picked })}
        />
      )}
    />
  )
}
