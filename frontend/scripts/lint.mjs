// Types and lints of what a change reaches: the files it touched and those whose types it may have changed.
// ESLint's own cache knows a file by its text alone, while most of our rules ask for types. TypeScript's build information
// knows what depends on what; it is written when all was good, and counts for the same configuration, packages and Node.js.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

// of another project, for its test
const root = resolve(process.argv[2] ?? resolve(import.meta.dirname, '..'));
const folder = resolve(root, '.cache/lint');
const buildInfo = resolve(folder, 'types.tsbuildinfo');
const stamp = resolve(folder, 'made-with');

const digest = createHash('sha256')
  .update(process.version)
  .update(readFileSync(import.meta.filename));
for (const file of ['eslint.config.mjs', 'tsconfig.json', 'package-lock.json'])
  digest.update(readFileSync(resolve(root, file)));
const madeWith = digest.digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== madeWith) rmSync(folder, { recursive: true, force: true });

const host = { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
const project = ts.getParsedCommandLineOfConfigFile(
  resolve(root, 'tsconfig.json'),
  // declarations: a change that leaves a file's as they were reaches no other file
  { incremental: true, tsBuildInfoFile: buildInfo, noEmit: false, declaration: true, emitDeclarationOnly: true },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (found) => {
      throw new Error(ts.formatDiagnostic(found, host));
    },
  },
);
const builder = ts.createIncrementalProgram({
  rootNames: project.fileNames,
  options: project.options,
  configFileParsingDiagnostics: project.errors,
  createProgram: ts.createEmitAndSemanticDiagnosticsBuilderProgram,
});
const program = builder.getProgram();
const mistakes = [
  ...builder.getConfigFileParsingDiagnostics(),
  ...builder.getOptionsDiagnostics(),
  ...builder.getSyntacticDiagnostics(),
  ...builder.getGlobalDiagnostics(),
  ...builder.getSemanticDiagnostics(),
];
if (mistakes.length > 0) console.error(ts.formatDiagnosticsWithColorAndContext(mistakes, host));

// what has no declaration of its own to be compared is looked at each time: a few *.d.ts
const own = program
  .getSourceFiles()
  .flatMap((file) => (file.isDeclarationFile || file.fileName.endsWith('.json') ? [] : [file.fileName]));
const good = new Set(own);
let newBuildInfo = '';
const keep = (name, text) => {
  if (name === buildInfo) newBuildInfo = text;
};
for (let next = builder.emitNextAffectedFile(keep); next; next = builder.emitNextAffectedFile(keep))
  if ('fileName' in next.affected) good.delete(next.affected.fileName);
console.log(`types and lints of ${own.length - good.size} of ${own.length} files`);

const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    { ignores: [...good].map((name) => relative(root, name)) },
    {
      files: ['**/*.{ts,tsx,mts}'],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  ],
});
const results = await eslint.lintFiles('.');
const printed = (await eslint.loadFormatter('stylish')).format(results);
if (printed) console.error(printed);
if (mistakes.length > 0 || results.some((file) => file.errorCount + file.warningCount > 0)) process.exit(1);
if (newBuildInfo) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(buildInfo, newBuildInfo);
  writeFileSync(stamp, madeWith);
}
