import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { OpeningChip } from './filter-chip.tsx'
import { Popover } from './popover.tsx'
import { TextInput } from './text-input.tsx'

interface TextFilterChipProps {
  /** The name of the filter: "Object". */
  name: string
  /** The selected value; undefined means all. */
  value: string | null
  /** A short form for the chip. */
  shown?: string
  placeholder?: string
  /** The error of a text, or null. */
  mistakeIn: (text: string) => string | null
  onChange: (value: string | null) => void
}

/** Filters a list by typed text. */
export function TextFilterChip({ name, value, shown, onChange, ...typing }: TextFilterChipProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (text: string | null) => {
    onChange(text)
    setOpen(false)
  }
  return (
    <OpeningChip
      name={name}
      value={value === null ? null : (shown ?? value)}
      onClear={() => onChange(null)}
      open={(trigger) => (
        <Popover label={name} trigger={trigger} open={isOpen} onOpenChange={setOpen}>
          <Typing {...typing} name={name} value={value ?? ''} onChoose={choose} />
        </Popover>
      )}
    />
  )
}

interface TypingProps extends Pick<TextFilterChipProps, 'name' | 'placeholder' | 'mistakeIn'> {
  value: string
  onChoose: (text: string | null) => void
}

function Typing({ name, value, placeholder, mistakeIn, onChoose }: TypingProps) {
  const [text, setText] = useState(value)
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') return onChoose(null)
    const found = mistakeIn(typed)
    setMistake(found)
    if (found === null) onChoose(typed)
  }
  return (
    <form onSubmit={submit} className="grid w-64 max-w-full gap-3">
      <Field label={name} error={mistake}>
        <TextInput
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </form>
  )
}
