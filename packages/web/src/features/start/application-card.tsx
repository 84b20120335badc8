import { useState } from 'react'
import { Card } from '#/ui/card.tsx'
import { CodeBlock } from '#/ui/code-block.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { type Framework, frameworks } from './frameworks.ts'
import { guideSection } from './guide.ts'
import { GuideBlocks } from './guide-blocks.tsx'

/** The files of the application, in one of the frameworks. */
export function ApplicationCard({ origin }: { origin: string }) {
  const [chosen, setChosen] = useState<Choice>('node')
  return (
    <Card title="3. Write the application">
      <div className="grid grid-cols-1 gap-3">
        <div>
          <Segmented label="Framework" options={choices} value={chosen} onChange={setChosen} />
        </div>
        {chosen === 'node' ? (
          <GuideBlocks blocks={guideSection('Write the application', origin)} />
        ) : (
          <FrameworkFiles framework={frameworks[chosen]} />
        )}
      </div>
    </Card>
  )
}

type Choice = 'node' | keyof typeof frameworks

const choices: readonly { value: Choice; label: string }[] = [
  { value: 'node', label: 'Node.js' },
  { value: 'hono', label: 'Hono' },
  { value: 'express', label: 'Express' },
  { value: 'next', label: 'Next.js' },
]

function FrameworkFiles({ framework: { install, files, start } }: { framework: Framework }) {
  return (
    <>
      <p className="text-s text-ink-2">
        The adapters are installed from the folder of the server, here <code>../guildhall</code>.
      </p>
      <CodeBlock title="Terminal" code={install} />
      {files.map(({ name, code }) => (
        <CodeBlock key={name} title={name} code={code.trimEnd()} />
      ))}
      <CodeBlock title="Terminal" code={start} />
    </>
  )
}
