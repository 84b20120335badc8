import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useId } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { Button } from '#/ui/button.tsx'
import { FieldError } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { emptyOption, type OptionRow } from './custom-field-draft.ts'
import { optionMistakes } from './custom-field-schema.ts'

interface OptionsEditorProps {
  value: readonly OptionRow[]
  onChange: (rows: OptionRow[]) => void
  onBlur: () => void
  /** Ref of the element that is focused on an error. */
  inputRef: RefCallBack
  error: ReactNode
}

/** The options of a select: stored values and displayed labels. */
export function OptionsEditor({ value, onChange, onBlur, inputRef, error }: OptionsEditorProps) {
  const mistakes = error ? optionMistakes(value) : []
  const first = Math.max(
    0,
    mistakes.findIndex((mistake) => mistake != null),
  )
  const change = (at: number, row: OptionRow) =>
    onChange(value.map((one, index) => (index === at ? row : one)))
  return (
    <Fieldset
      legend="Options"
      hint="The value is stored, the label is shown to customers."
      error={error}
    >
      <div onBlur={onBlur}>
        <ul className="grid gap-2">
          {value.map((row, index) => (
            <Row
              // Rows have no id, and typing changes their content.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              row={row}
              number={index + 1}
              mistake={mistakes[index] ?? null}
              {...(index === first && { inputRef })}
              onChange={(next) => change(index, next)}
              onRemove={() => onChange(value.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      </div>
      <div>
        <Button size="s" onClick={() => onChange([...value, emptyOption])}>
          <Plus aria-hidden="true" /> Add an option
        </Button>
      </div>
    </Fieldset>
  )
}

interface RowProps {
  row: OptionRow
  number: number
  mistake: string | null
  inputRef?: RefCallBack
  onChange: (row: OptionRow) => void
  onRemove: () => void
}

function Row({ row, number, mistake, inputRef, onChange, onRemove }: RowProps) {
  const error = useId()
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-2">
      <TextInput
        ref={inputRef}
        aria-label={`Value of option ${number}`}
        aria-describedby={error}
        aria-invalid={mistake !== null || undefined}
        placeholder="value"
        autoComplete="off"
        spellCheck={false}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
      />
      <TextInput
        aria-label={`Label of option ${number}`}
        placeholder={row.value.trim() || 'Label'}
        autoComplete="off"
        value={row.label}
        onChange={(event) => onChange({ ...row, label: event.target.value })}
      />
      <RemoveButton label={`Remove option ${number}`} className="mt-0.5" onRemove={onRemove} />
      <div className="col-span-full empty:hidden">
        <FieldError id={error}>{mistake}</FieldError>
      </div>
    </li>
  )
}
