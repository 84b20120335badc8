// Source text with what isn't code painted over. Lines and columns stay where they are, so that a
// fault found in the result can be shown in the file.

// Looked for behind the slash, so that no other character has to look back.
const mayOpenRegex = '(?<=(?:^|[=(,:[!&|?{};]|=>|\\breturn)\\s*\\/)'
const tokens = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`,
    String.raw`(?<template>${'`'}(?:\\[\s\S]|[^\\${'`'}])*${'`'})`,
    String.raw`(?<regex>\/(?![*/])${mayOpenRegex}(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/)`,
  ].join('|'),
  'gm',
)

export const withoutComments = (text: string): string => paintOver(text, ['comment'])

// Templates stay, because code may stand between their braces.
export const withoutTexts = (text: string): string =>
  paintOver(text, ['comment', 'string', 'regex'])

type Kind = 'comment' | 'string' | 'regex'

function paintOver(text: string, kinds: readonly Kind[]): string {
  let painted = ''
  let end = 0
  for (const token of text.matchAll(tokens)) {
    const groups = token.groups ?? {}
    const hidden = kinds.some((kind) => groups[kind] !== undefined)
    painted += text.slice(end, token.index) + (hidden ? blank(token[0]) : token[0])
    end = token.index + token[0].length
  }
  return painted + text.slice(end)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
