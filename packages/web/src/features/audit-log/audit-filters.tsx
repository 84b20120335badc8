import { auditActorTypes } from '@guildhall/contract/audit/audit-shapes'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { DateFilterChip } from '#/ui/date-filter-chip.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { TextFilterChip } from '#/ui/text-filter-chip.tsx'
import { actorTypeNames, objectKinds, readable } from './audit-text.ts'
import { type AuditView, readAuditView } from './audit-view.ts'

interface AuditFiltersProps {
  view: AuditView
  /** Null clears a filter. */
  onChange: (changed: SearchParameters) => void
}

export function AuditFilters({ view, onChange }: AuditFiltersProps) {
  const { actor, by, action, kind, object, from, to } = view
  return (
    <>
      <FilterChip
        name="Actor"
        value={actor ? actorTypeNames[actor] : null}
        onClear={() => onChange({ actor: null })}
      >
        {auditActorTypes.map((one) => (
          <MenuItem key={one} onSelect={() => onChange({ actor: one })}>
            {actorTypeNames[one]}
          </MenuItem>
        ))}
      </FilterChip>
      <IdChip name="Actor ID" value={by} field="by" onChange={onChange} />
      <TextFilterChip
        name="Action"
        placeholder="updateProduct"
        value={action ?? null}
        mistakeIn={(typed) =>
          readAuditView({ action: typed }).action ? null : 'Enter an operation: updateProduct'
        }
        onChange={(text) => onChange({ action: text })}
      />
      <IdChip name="Object ID" value={object} field="object" onChange={onChange} />
      <DateFilterChip
        name="Period"
        value={from && to ? { from, to } : null}
        onChange={(days) => onChange({ from: days?.from ?? null, to: days?.to ?? null })}
      />
      <Combobox<string>
        label="Object"
        placeholder="Any object"
        options={kindOptions(kind)}
        value={kind ?? null}
        onChange={(chosen) => onChange({ kind: chosen })}
        empty="No matching kinds."
        className="basis-40 sm:max-w-48"
      />
    </>
  )
}

interface IdChipProps extends Pick<AuditFiltersProps, 'onChange'> {
  name: string
  value: string | undefined
  field: 'by' | 'object'
}

const IdChip = ({ name, value, field, onChange }: IdChipProps) => (
  <TextFilterChip
    name={name}
    value={value ?? null}
    {...(value && value.length > 12 && { shown: `${value.slice(0, 8)}…` })}
    mistakeIn={(typed) => (readAuditView({ [field]: typed })[field] ? null : 'Enter an ID.')}
    onChange={(text) => onChange({ [field]: text })}
  />
)

const kindOptions = (kind: string | undefined) =>
  [...new Set<string>([...objectKinds, ...(kind === undefined ? [] : [kind])])].map((one) => ({
    value: one,
    label: readable(one),
  }))
