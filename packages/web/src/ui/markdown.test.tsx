import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const headings = (text: string, level: 2 | 3 | 4) =>
  renderToStaticMarkup(<Markdown text={text} level={level} />).match(/<h\d/g)

test.each([
  ['# One\n\n## Two', 2, ['<h2', '<h3']],
  ['## One\n\n# Two', 2, ['<h2', '<h2']],
  ['### One\n\n###### Two', 3, ['<h3', '<h4']],
  ['# One\n\n### Two\n\n## Three', 4, ['<h4', '<h5', '<h5']],
] as const)('headings of %j begin at level %i, and skip none', (text, level, expected) => {
  expect(headings(text, level)).toEqual(expected)
})
