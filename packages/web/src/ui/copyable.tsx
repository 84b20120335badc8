import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'

interface CopyableProps {
  text: string
  /** "ID", "secret", "link". */
  what?: string
  /** Shows only the ends of a long text; copies all of it. */
  short?: boolean
}

/** An ID, key or URL in monospace with a copy button. */
export function Copyable({ text, what = 'ID', short = false }: CopyableProps) {
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
