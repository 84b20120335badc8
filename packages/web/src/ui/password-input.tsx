import ArrowBigUp from 'lucide-react/icons/arrow-big-up'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { TextInput } from './text-input.tsx'

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'after'>

/** A password input with a button that shows it, and a caps lock warning. */
export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const [isCapsLocked, setCapsLocked] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLocked(event.getModifierState('CapsLock'))
  return (
    <div>
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        after={
          <button
            type="button"
            className="-mr-1.5 h-6 min-w-12 rounded-xs px-1.5 text-s text-ink-2 hover:text-ink"
            aria-pressed={isShown}
            aria-label="Show password"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        }
      />
      <div aria-live="polite">
        {isCapsLocked && (
          <p className="mt-1.5 flex items-center gap-1 text-xs text-warn">
            <ArrowBigUp aria-hidden="true" className="size-3.5" /> Caps lock is on.
          </p>
        )}
      </div>
    </div>
  )
}
