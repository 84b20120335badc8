import { micromark } from 'micromark'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'

interface MarkdownProps {
  text: string
  /** The level of its highest headings, below the one that it belongs to. */
  level?: 2 | 3 | 4
  className?: string
}

/** User-written Markdown. HTML is escaped and links open in a new tab. */
export function Markdown({ text, level = 3, className }: MarkdownProps) {
  const html = useMemo(() => htmlOf(text, level), [text, level])
  return (
    <div
      className={classNames('prose', className)}
      // The renderer escapes all HTML that it didn't write itself.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

const lastLevel = 6

/** Shifts headings below those of the page. */
function htmlOf(text: string, firstLevel: number): string {
  let before = firstLevel - 1
  return micromark(text)
    .replaceAll('<a href=', '<a target="_blank" rel="noopener noreferrer nofollow" href=')
    .replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, typed: string, inner: string) => {
      // Screen readers list headings, so no level is skipped.
      before = Math.min(Number(typed) + firstLevel - 1, before + 1, lastLevel)
      return `<h${before}>${inner}</h${before}>`
    })
}
