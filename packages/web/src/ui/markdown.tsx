import { micromark } from 'micromark'
import { useMemo } from 'react'
import { classNames } from './class-names.ts'

interface MarkdownProps {
  text: string
  className?: string
}

/** What somebody wrote as Markdown. HTML within it stays text, and no link leads into the page. */
export function Markdown({ text, className }: MarkdownProps) {
  const html = useMemo(() => htmlOf(text), [text])
  return (
    <div
      className={classNames('prose', className)}
      // The renderer escapes all HTML that it didn't write itself.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** The page around has a title and sections of its own; the text's begin below them. */
const firstLevel = 3
const lastLevel = 6

function htmlOf(text: string): string {
  let before = firstLevel - 1
  return micromark(text)
    .replaceAll('<a href=', '<a target="_blank" rel="noopener noreferrer nofollow" href=')
    .replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, typed: string, inner: string) => {
      // Who lists the headings of a page is told of no level that was left out.
      before = Math.min(Number(typed) + firstLevel - 1, before + 1, lastLevel)
      return `<h${before}>${inner}</h${before}>`
    })
}
