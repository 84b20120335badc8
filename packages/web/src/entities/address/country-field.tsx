import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { countryOptions } from './countries.ts'

interface CountryFieldProps {
  /** The props of a controlled form field. */
  field: {
    value: string | null
    onChange: (country: string | null) => void
    onBlur: () => void
  }
  error: string | undefined
  optional?: boolean
}

/** A searchable list of all countries. */
export function CountryField({ field, error, optional = false }: CountryFieldProps) {
  return (
    <Field label="Country" optional={optional} error={error}>
      <Combobox
        options={countryOptions}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        placeholder="Type to find"
      />
    </Field>
  )
}
