import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'

interface CopyableProps {
  text: string
  /** What it is: "id", "secret", "link". */
  what?: string
  /** Only the ends of a long one are shown; all of it is copied. */
  short?: boolean
}

/** An id, key or address in mono, with a button that copies it. */
export function Copyable({ text, what = 'id', short = false }: CopyableProps) {
  const shown = short && text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text
  return (
    <span className="inline-flex max-w-full items-center gap-0.5">
      <code className={classNames('font-mono text-xs text-ink-2', !short && 'break-all')}>
        {shown}
      </code>
      <CopyButton text={text} what={what} className="shrink-0" />
    </span>
  )
}
