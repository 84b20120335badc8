import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  /** "Create a customer", or a file name. */
  title?: string
  className?: string
}

export function CodeBlock({ code, title, className }: CodeBlockProps) {
  return (
    <figure className={classNames('min-w-0 overflow-hidden rounded-m border bg-sunken', className)}>
      <figcaption className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3">
        <span className="truncate text-xs font-medium text-ink-2">{title ?? 'Code'}</span>
        <CopyButton text={code} what="code" />
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        tabIndex={0}
        className="overflow-x-auto p-3 font-mono text-xs/5 focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
