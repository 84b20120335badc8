import { Combobox as Base } from '@base-ui/react/combobox'
import { useState } from 'react'
import { ComboboxPopup } from './combobox-popup.tsx'
import { ComboboxTrigger } from './combobox-trigger.tsx'
import type { Option } from './option-list.ts'

interface AddingComboboxProps<T extends string> {
  /** The accessible name and the placeholder. */
  label: string
  options: readonly Option<T>[]
  onAdd: (value: T) => void
  /** Shown when nothing matches. */
  empty: string
}

/** Passes each choice to `onAdd` and clears the input for the next one. */
export function AddingCombobox<T extends string>(props: AddingComboboxProps<T>) {
  const { label, options, onAdd, empty } = props
  const [typed, setTyped] = useState('')
  return (
    <Base.Root
      items={options}
      value={null}
      onValueChange={(option: Option<T> | null) => option && onAdd(option.value)}
      inputValue={typed}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'item-press' ? '' : text)}
      autoHighlight
    >
      <Base.InputGroup className="control pr-1">
        <Base.Input aria-label={label} placeholder={label} />
        <ComboboxTrigger />
      </Base.InputGroup>
      <ComboboxPopup empty={empty} />
    </Base.Root>
  )
}
