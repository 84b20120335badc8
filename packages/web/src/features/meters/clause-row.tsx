import { type ComponentProps, useId } from 'react'
import { FieldError } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import {
  asKind,
  type ClauseDraft,
  type ClauseMistake,
  type Operator,
  operatorsFor,
  type ValueKind,
} from './filter-draft.ts'
import { operatorLabels } from './meter-text.ts'

interface ClauseRowProps {
  clause: ClauseDraft
  /** The number announced to screen readers: “2.1”. */
  place: string
  mistake: ClauseMistake | null
  onChange: (clause: ClauseDraft) => void
  onRemove: () => void
}

/** One condition: a property, an operator and a value. */
export function ClauseRow({ clause, place, mistake, onChange, onRemove }: ClauseRowProps) {
  const error = useId()
  const about = (part: ClauseMistake['about']) => ({
    'aria-describedby': error,
    ...(mistake?.about === part && { 'aria-invalid': true }),
  })
  return (
    <div className={rowClasses}>
      <TextInput
        aria-label={`Property of condition ${place}`}
        placeholder="property"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={clause.property}
        {...about('property')}
        onChange={({ target }) => onChange({ ...clause, property: target.value })}
        className="max-sm:col-span-2"
      />
      <NativeSelect
        aria-label={`Comparison of condition ${place}`}
        value={clause.operator}
        onChange={({ target }) => {
          const operator = operatorsOf(clause).find((one) => one === target.value)
          if (operator !== undefined) onChange({ ...clause, operator })
        }}
        className="max-sm:order-2 max-sm:col-span-3"
      >
        {operatorsOf(clause).map((operator) => (
          <option key={operator} value={operator}>
            {operatorLabels[operator]}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={`Value type of condition ${place}`}
        value={clause.kind}
        onChange={({ target }) => onChange(asKind(clause, kindNamed(target.value)))}
        className="max-sm:order-3"
      >
        <option value="text">Text</option>
        <option value="number">Number</option>
        <option value="boolean">Yes or no</option>
      </NativeSelect>
      <span className="max-sm:order-4 max-sm:col-span-2">
        <ValueInput clause={clause} place={place} onChange={onChange} attributes={about('value')} />
      </span>
      <RemoveButton label={`Remove condition ${place}`} className="mt-0.5" onRemove={onRemove} />
      <div className="col-span-full empty:hidden max-sm:order-last">
        <FieldError id={error}>{mistake?.message}</FieldError>
      </div>
    </div>
  )
}

interface ValueInputProps extends Pick<ClauseRowProps, 'clause' | 'place' | 'onChange'> {
  /** Links it to its error. */
  attributes: ComponentProps<typeof TextInput>
}

function ValueInput({ clause, place, onChange, attributes }: ValueInputProps) {
  const { kind, text } = clause
  if (kind === 'boolean') {
    return (
      <NativeSelect
        aria-label={`Value of condition ${place}`}
        value={text}
        onChange={({ target }) => onChange({ ...clause, text: target.value })}
      >
        <option value="true">Yes</option>
        <option value="false">No</option>
      </NativeSelect>
    )
  }
  return (
    <TextInput
      aria-label={`Value of condition ${place}`}
      placeholder="value"
      autoComplete="off"
      spellCheck={false}
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      value={text}
      {...attributes}
      onChange={({ target }) => onChange({ ...clause, text: target.value })}
    />
  )
}

/** A saved value stays selectable even if it is no longer offered. */
const operatorsOf = ({ kind, operator }: ClauseDraft): readonly Operator[] => {
  const offered = operatorsFor(kind)
  return offered.includes(operator) ? offered : [...offered, operator]
}

const kindNamed = (name: string): ValueKind =>
  name === 'number' || name === 'boolean' ? name : 'text'

const rowClasses =
  'grid grid-cols-[7rem_minmax(0,1fr)_auto] items-start gap-2 ' +
  'sm:grid-cols-[minmax(0,3fr)_minmax(7rem,2fr)_7.25rem_minmax(0,3fr)_auto]'
