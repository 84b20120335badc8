import { useId } from 'react'
import { CopyButton } from './copy-button.tsx'

interface SecretOnceProps {
  /** The label: "Access token". */
  label: string
  secret: string
  /** Why it is shown only once, and where to store it. */
  hint: string
}

/** A secret that is shown only once: one click selects it, another copies it. */
export function SecretOnce({ label, secret, hint }: SecretOnceProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-s font-medium">
        {label}
      </label>
      <span className="control pr-1">
        <input
          readOnly
          id={id}
          value={secret}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.target.select()}
          className="font-mono text-xs"
        />
        <CopyButton text={secret} what={label.toLowerCase()} />
      </span>
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {hint}
      </p>
    </div>
  )
}
