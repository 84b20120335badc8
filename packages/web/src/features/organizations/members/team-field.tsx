import type { ReactNode } from 'react'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Team } from '../organization-queries.ts'

interface TeamFieldProps {
  teams: readonly Team[]
  value: Team['id'] | null
  onChange: (teamId: Team['id'] | null) => void
  onBlur: () => void
  error: ReactNode
}

/** One team or none; typing narrows them. */
export function TeamField({ teams, value, onChange, onBlur, error }: TeamFieldProps) {
  return (
    <Field label="Team" optional error={error}>
      <Combobox
        options={teams.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        placeholder="No team"
        empty="There is no such team."
      />
    </Field>
  )
}
