import { CodeBlock } from '#/ui/code-block.tsx'
import { Markdown } from '#/ui/markdown.tsx'
import type { Block } from './guide.ts'

/** A section of the quickstart. */
export function GuideBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {blocks.map((block) =>
        block.kind === 'code' ? (
          <CodeBlock key={block.code} title={block.title} code={block.code} />
        ) : (
          <Markdown key={block.text} text={block.text} className="text-s text-ink-2" />
        ),
      )}
    </div>
  )
}
