import type { ReactNode } from 'react'
import type { Team } from '#/features/organizations/organization-queries.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'

interface TeamFieldProps {
  teams: readonly Team[]
  value: Team['id'] | null
  onChange: (teamId: Team['id'] | null) => void
  onBlur: () => void
  error: ReactNode
}

/** Selects one team or none. */
export function TeamField({ teams, value, onChange, onBlur, error }: TeamFieldProps) {
  return (
    <Field label="Team" optional error={error}>
      <Combobox
        options={teams.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        placeholder="No team"
        empty="No matching teams."
      />
    </Field>
  )
}
