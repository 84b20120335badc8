import { countryOptions } from '../lib/countries.ts'
import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

interface CountryFieldProps {
  /** What a form’s field is controlled by. */
  field: {
    value: string | null
    onChange: (country: string | null) => void
    onBlur: () => void
  }
  error: string | undefined
  optional?: boolean
}

/** All countries, found by typing. */
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
