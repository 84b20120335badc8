import type { CustomFieldContent } from '@guildhall/contract/catalog/custom-field-shapes'
import { useId } from 'react'
import type * as z from 'zod/mini'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field, FieldError } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { Textarea } from '#/ui/textarea.tsx'

type Content = z.output<typeof CustomFieldContent>
type Asked = Content extends infer Each
  ? Each extends { readonly type: infer T; readonly properties: infer P }
    ? { readonly type: T; readonly properties: P }
    : never
  : never

type Answer = string | number | boolean | null

interface CustomFieldInputProps {
  asked: Asked
  /** The label if the field has none of its own. */
  name: string
  required?: boolean
  /** The value of an answer and its change handler. */
  answer?: Answer
  onAnswer?: (answer: Answer) => void
  error?: string | undefined
}

/** A custom field as buyers see it. */
export function CustomFieldInput(props: CustomFieldInputProps) {
  const { asked, name, required = false, error } = props
  const { formLabel = name, formHelpText } = asked.properties
  if (asked.type === 'checkbox') return <TickField {...props} label={formLabel} />
  return (
    <Field label={formLabel} optional={!required} hint={formHelpText} error={error}>
      <Control {...props} asked={asked} />
    </Field>
  )
}

function TickField({ label, ...props }: CustomFieldInputProps & { label: string }) {
  const { asked, required = false, answer, onAnswer, error } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        label={label}
        hint={asked.properties.formHelpText}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        {...(onAnswer && {
          checked: answer === true,
          onChange: ({ target }) => onAnswer(target.checked),
        })}
      />
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}

interface ControlProps extends Pick<CustomFieldInputProps, 'answer' | 'onAnswer'> {
  asked: Exclude<Asked, { readonly type: 'checkbox' }>
}

function Control({ asked, answer, onAnswer }: ControlProps) {
  const { formPlaceholder: placeholder } = asked.properties
  const answered = onAnswer && {
    value: textOf(answer),
    onChange: ({ target }: { target: { value: string } }) =>
      onAnswer(answerOf(asked.type, target.value)),
  }
  switch (asked.type) {
    case 'text': {
      const { textarea, minLength, maxLength } = asked.properties
      const given = { placeholder, minLength, maxLength, ...answered }
      return textarea ? <Textarea {...given} /> : <TextInput {...given} />
    }
    case 'number': {
      const { ge, le } = asked.properties
      const given = { placeholder, min: ge, max: le, ...answered }
      return <TextInput type="number" step={1} {...given} />
    }
    case 'date': {
      const { ge, le } = asked.properties
      return <TextInput type="date" min={dayOf(ge)} max={dayOf(le)} {...answered} />
    }
    case 'select':
      return (
        <NativeSelect {...(answered ?? { defaultValue: '' })}>
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

const textOf = (answer: Answer | undefined): string =>
  answer === null || answer === undefined ? '' : String(answer)

function answerOf(type: Asked['type'], text: string): Answer {
  if (text === '') return null
  return type === 'number' ? Number(text) : text
}

const secondMilliseconds = 1000

const dayOf = (second: number | undefined): string | undefined =>
  second === undefined
    ? undefined
    : new Date(second * secondMilliseconds).toISOString().slice(0, 10)
