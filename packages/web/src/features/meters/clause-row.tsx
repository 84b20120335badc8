import { type ComponentProps, useId } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import {
  asKind,
  type ClauseDraft,
  type ClauseMistake,
  type Operator,
  operatorsFor,
  type ValueKind,
} from './filter-draft.ts'
import { operatorWords } from './meter-words.ts'

interface ClauseRowProps {
  clause: ClauseDraft
  /** Which one it is, for who can't see where it stands: “2.1”. */
  place: string
  mistake: ClauseMistake | null
  onChange: (clause: ClauseDraft) => void
  onRemove: () => void
}

/** One condition: what of an event, how it compares, and to what. */
export function ClauseRow({ clause, place, mistake, onChange, onRemove }: ClauseRowProps) {
  const error = useId()
  const about = (part: ClauseMistake['about']) => ({
    'aria-describedby': error,
    ...(mistake?.about === part && { 'aria-invalid': true }),
  })
  return (
    <div className={rowLook}>
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
            {operatorWords[operator]}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={`Kind of value of condition ${place}`}
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
        <FieldError id={error}>{mistake?.words}</FieldError>
      </div>
    </div>
  )
}

interface ValueInputProps extends Pick<ClauseRowProps, 'clause' | 'place' | 'onChange'> {
  /** What ties it to its mistake. */
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

/** One that is kept stays a choice, also where it wouldn't be offered. */
const operatorsOf = ({ kind, operator }: ClauseDraft): readonly Operator[] => {
  const offered = operatorsFor(kind)
  return offered.includes(operator) ? offered : [...offered, operator]
}

const kindNamed = (name: string): ValueKind =>
  name === 'number' || name === 'boolean' ? name : 'text'

const rowLook =
  'grid grid-cols-[7rem_minmax(0,1fr)_auto] items-start gap-2 ' +
  'sm:grid-cols-[minmax(0,3fr)_minmax(7rem,2fr)_7.25rem_minmax(0,3fr)_auto]'
