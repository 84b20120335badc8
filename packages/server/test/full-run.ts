/**
 * Whether to run all seeds, sizes and themes (`npm run test:full`), or a quick sample (`npm test`).
 */
export const isFullRun = process.env['TESTS'] === 'full'
