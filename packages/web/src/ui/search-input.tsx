import Search from 'lucide-react/icons/search'
import { useRef } from 'react'
import { Kbd } from './kbd.tsx'
import { TextInput } from './text-input.tsx'
import { useShortcut } from './use-shortcut.ts'

interface SearchInputProps {
  /** The label: "Search orders". */
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Filters a list. `/` focuses it, Escape clears it. */
export function SearchInput({ label, value, onChange, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.focus())
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      before={<Search aria-hidden="true" />}
      after={value === '' && <Hint />}
      className={`min-h-8! [&_input::-webkit-search-cancel-button]:hidden ${className ?? ''}`}
    />
  )
}

/** Touch screens show no shortcut. */
function Hint() {
  return (
    <span className="pointer-coarse:hidden">
      <Kbd keys={['/']} />
    </span>
  )
}
