import guide from '../../../../../docs/quickstart.md?raw'

/** A part of a guide: text in Markdown, or code. */
export type Block = { kind: 'text'; text: string } | { kind: 'code'; title: string; code: string }

const fence = /^```(\w*)\n([^]*?)\n```$/gm

/** A section of the quickstart, with the URL of this server in place of the default one. */
export function guideSection(title: string, origin: string): Block[] {
  const found = guide.split(/^## (?:\d+\. )?/m).find((text) => text.startsWith(`${title}\n`))
  if (found === undefined) throw new Error(`The quickstart has no section “${title}”.`)
  return blocksOf(found.slice(title.length).replaceAll('http://localhost:3000', origin))
}

function blocksOf(section: string): Block[] {
  const blocks: Block[] = []
  let end = 0
  for (const match of section.matchAll(fence)) {
    const before = section.slice(end, match.index)
    blocks.push({ kind: 'text', text: withoutPaths(before) })
    const [whole, language = '', code = ''] = match
    blocks.push({ kind: 'code', title: titleOf(before, language), code })
    end = match.index + whole.length
  }
  blocks.push({ kind: 'text', text: withoutPaths(section.slice(end)) })
  return blocks.filter((block) => block.kind === 'code' || block.text.trim() !== '')
}

/** The file that the text names before its code. */
function titleOf(before: string, language: string): string {
  const [, file] = /As `([\w./-]+)`:\s*$/.exec(before) ?? []
  return file ?? (language === 'sh' ? 'Terminal' : 'Code')
}

/** Links lead to files of the repository, which a server doesn't have. */
const withoutPaths = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1').trim()
