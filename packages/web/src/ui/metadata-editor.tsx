import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useId } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { emptyRow, type MetadataRow, type RowMistake, rowMistakes } from '#/lib/metadata-rows.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { Fieldset } from './fieldset.tsx'
import { NativeSelect } from './native-select.tsx'
import { RemoveButton } from './remove-button.tsx'
import { TextInput } from './text-input.tsx'

interface MetadataEditorProps {
  value: readonly MetadataRow[]
  onChange: (rows: MetadataRow[]) => void
  onBlur?: () => void
  /** Ref of the element that is focused on an error. */
  inputRef?: RefCallBack
  /** Why the metadata is invalid; each row shows its own error. */
  error?: ReactNode
  /** What the metadata is for. */
  hint?: ReactNode
}

/** Edits metadata: a seller’s key-value pairs of texts, numbers and booleans. */
export function MetadataEditor(props: MetadataEditorProps) {
  const { value, onChange, onBlur, inputRef, error, hint } = props
  const mistakes = error ? rowMistakes(value) : []
  const first = Math.max(
    0,
    mistakes.findIndex((mistake) => mistake != null),
  )
  const change = (at: number, row: MetadataRow) =>
    onChange(value.map((one, index) => (index === at ? row : one)))
  return (
    <Fieldset
      legend={
        <>
          Metadata <span className="font-normal text-ink-3">(optional)</span>
        </>
      }
      hint={hint ?? 'Key-value pairs of your own, such as a plan or an ID in another system.'}
      error={error}
    >
      {value.length > 0 && (
        <ul className="grid gap-3 sm:gap-2">
          {value.map((row, index) => (
            <Row
              // Rows have no id, and typing changes their content.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              row={row}
              number={index + 1}
              mistake={mistakes[index] ?? null}
              {...(index === first && inputRef && { inputRef })}
              {...(onBlur && { onBlur })}
              onChange={(next) => change(index, next)}
              onRemove={() => onChange(value.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
      )}
      <div>
        <Button size="s" onClick={() => onChange([...value, emptyRow])}>
          <Plus aria-hidden="true" /> Add a pair
        </Button>
      </div>
    </Fieldset>
  )
}

interface MetadataController {
  field: Pick<MetadataEditorProps, 'value' | 'onChange' | 'onBlur'> & { ref: RefCallBack }
  fieldState: { error?: { message?: string | undefined } | undefined }
}

/** The editor of a form’s metadata, for its `Controller`. */
export const renderMetadata = ({ field: { ref, ...field }, fieldState }: MetadataController) => (
  <MetadataEditor {...field} inputRef={ref} error={fieldState.error?.message} />
)

interface RowProps {
  row: MetadataRow
  number: number
  mistake: RowMistake | null
  inputRef?: RefCallBack
  onBlur?: () => void
  onChange: (row: MetadataRow) => void
  onRemove: () => void
}

function Row({ row, number, mistake, inputRef, onBlur, onChange, onRemove }: RowProps) {
  const error = useId()
  const attributes = (about: RowMistake['about']) => ({
    'aria-describedby': error,
    ...(mistake?.about === about && { 'aria-invalid': true, ref: inputRef }),
    ...(onBlur && { onBlur }),
  })
  return (
    <li className={rowClasses}>
      <TextInput
        aria-label={`Key of pair ${number}`}
        placeholder="name"
        autoComplete="off"
        spellCheck={false}
        value={row.key}
        {...attributes('key')}
        onChange={(event) => onChange({ ...row, key: event.target.value })}
        className="max-sm:col-span-2"
      />
      <NativeSelect
        aria-label={`Type of pair ${number}`}
        value={row.kind}
        onChange={(event) => onChange(asKind(row, event.target.value))}
        className="max-sm:order-last"
      >
        <option value="text">Text</option>
        <option value="number">Number</option>
        <option value="boolean">Yes or no</option>
      </NativeSelect>
      <span className="max-sm:order-last">
        {row.kind === 'boolean' ? (
          <NativeSelect
            aria-label={`Value of pair ${number}`}
            value={row.text}
            onChange={(event) => onChange({ ...row, text: event.target.value })}
          >
            <option value="true">Yes</option>
            <option value="false">No</option>
          </NativeSelect>
        ) : (
          <TextInput
            aria-label={`Value of pair ${number}`}
            placeholder="value"
            autoComplete="off"
            inputMode={row.kind === 'number' ? 'decimal' : 'text'}
            value={row.text}
            {...attributes('value')}
            onChange={(event) => onChange({ ...row, text: event.target.value })}
          />
        )}
      </span>
      <RemoveButton label={`Remove pair ${number}`} className="mt-0.5" onRemove={onRemove} />
      <div className="col-span-full empty:hidden max-sm:order-last">
        <FieldError id={error}>{mistake?.message}</FieldError>
      </div>
    </li>
  )
}

/** Keeps the text if possible, so that a wrong selection loses nothing. */
function asKind(row: MetadataRow, chosen: string): MetadataRow {
  if (chosen === 'boolean') return { ...row, kind: 'boolean', text: String(row.text === 'true') }
  return { ...row, kind: chosen === 'number' ? 'number' : 'text' }
}

const rowClasses =
  'grid grid-cols-[8rem_minmax(0,1fr)_auto] items-start gap-2 max-sm:border-b max-sm:pb-3 ' +
  'sm:grid-cols-[minmax(0,1fr)_7.5rem_minmax(0,1fr)_auto]'
