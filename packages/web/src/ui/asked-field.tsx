import type { CustomFieldContent } from '@guildhall/contract/catalog/custom-field-shapes'
import type * as z from 'zod/mini'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { NativeSelect } from './native-select.tsx'
import { TextInput } from './text-input.tsx'
import { Textarea } from './textarea.tsx'

type Content = z.output<typeof CustomFieldContent>
type Asked = Content extends infer Each
  ? Each extends { readonly type: infer T; readonly properties: infer P }
    ? { readonly type: T; readonly properties: P }
    : never
  : never

interface AskedFieldProps {
  asked: Asked
  /** What it's called where it has no label of its own. */
  name: string
  required?: boolean
}

/** What a seller asks buyers, as buyers see it. */
export function AskedField({ asked, name, required = false }: AskedFieldProps) {
  const { formLabel = name, formHelpText } = asked.properties
  if (asked.type === 'checkbox') {
    return <Checkbox label={formLabel} hint={formHelpText} required={required} />
  }
  return (
    <Field label={formLabel} optional={!required} hint={formHelpText}>
      <Control asked={asked} />
    </Field>
  )
}

function Control({ asked }: { asked: Exclude<Asked, { readonly type: 'checkbox' }> }) {
  const { formPlaceholder: placeholder } = asked.properties
  switch (asked.type) {
    case 'text': {
      const { textarea, minLength, maxLength } = asked.properties
      const bounds = { placeholder, minLength, maxLength }
      return textarea ? <Textarea {...bounds} /> : <TextInput {...bounds} />
    }
    case 'number': {
      const { ge, le } = asked.properties
      return <TextInput type="number" step={1} placeholder={placeholder} min={ge} max={le} />
    }
    case 'date': {
      const { ge, le } = asked.properties
      return <TextInput type="date" min={dayOf(ge)} max={dayOf(le)} />
    }
    case 'select':
      return (
        <NativeSelect defaultValue="">
          <option value="">{placeholder ?? 'Choose…'}</option>
          {asked.properties.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )
  }
}

const secondMilliseconds = 1000

const dayOf = (second: number | undefined): string | undefined =>
  second === undefined
    ? undefined
    : new Date(second * secondMilliseconds).toISOString().slice(0, 10)
