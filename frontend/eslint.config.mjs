import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const logical = [
  {
    selector: 'Property[key.name=/^(margin|padding|border)(Left|Right)|^(left|right)$/]',
    message: 'Use logical properties (…InlineStart, …InlineEnd): the page is right-to-left.',
  },
  {
    selector: 'Property[key.name="textAlign"] > Literal[value=/^(left|right)$/]',
    message: 'Use start or end.',
  },
  {
    selector: 'Property > Literal.key[value=/:has[(]/]',
    message: 'Firefox 115 has no :has(): give the element an attribute.',
  },
];

const colours = [
  {
    selector: 'Literal[value=/#[0-9a-fA-F]{3,8}\\b/]',
    message: 'Colours come from shared/theme/tokens.',
  },
  {
    selector: 'Property[key.name="borderRadius"] > Literal[value=/px/]',
    message: 'Radii come from shared/theme/tokens.',
  },
];

const texts = [
  { selector: 'JSXText[value=/[\\u0600-\\u06FF]/]', message: 'Texts live in shared/i18n/locales.' },
  { selector: 'Literal[value=/[\\u0600-\\u06FF]/]', message: 'Texts live in shared/i18n/locales.' },
  { selector: 'TemplateElement[value.raw=/[\\u0600-\\u06FF]/]', message: 'Texts live in shared/i18n/locales.' },
];

const oneHome = [
  {
    selector: 'MemberExpression[object.name="Intl"]',
    message: 'Formats live in shared/lib: format, lists, jalali.',
  },
  { selector: 'CallExpression[callee.property.name=/^toLocale/]', message: 'Formats live in shared/lib/format.' },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'The current time comes from shared/lib/now.',
  },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'The current time comes from shared/lib/now.',
  },
  { selector: 'Identifier[name="localStorage"]', message: 'Storage lives in shared/lib/storage.' },
  {
    selector:
      'CallExpression[callee.property.name="injectEndpoints"]:not(:has(Property[key.name="overrideExisting"] > Literal[value="throw"]))',
    message:
      "Say overrideExisting: 'throw': two features with one name for a call would share the first one's answers.",
  },
  {
    selector:
      'ImportDeclaration[source.value=/^react-aria-components/] > ImportSpecifier[imported.name=/^(Modal|ModalOverlay|Popover|Tooltip|DialogTrigger|Select|ComboBox|DatePicker|DateRangePicker|SubmenuTrigger|Sheet|Drawer)$/]',
    message: 'Overlays come from shared/ui/Layer, so that Back closes them.',
  },
  {
    selector: 'JSXOpeningElement[name.name="dialog"], JSXAttribute[name.name=/^popover(Target)?$/]',
    message: 'Overlays come from shared/ui/Layer, so that Back closes them.',
  },
  {
    selector: 'ImportSpecifier[imported.name="useBlocker"]',
    message: 'Use useLeaveGuard: the router allows one blocker.',
  },
];

const moduleState = [
  ...['VariableDeclaration', 'ExportNamedDeclaration > VariableDeclaration'].flatMap((declaration) => [
    `Program > ${declaration}[kind="let"]`,
    `Program > ${declaration} > VariableDeclarator > NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]`,
  ]),
].map((selector) => ({
  selector,
  message: 'What a module keeps stands in a moduleStore or moduleMap of shared/lib/store: tests begin it anew.',
}));

const restricted = (...groups) => ['error', ...moduleState, ...groups.flat()];

/** Packages that only one place may import. */
const only = (name, message) => ({ group: [name, `${name}/*`], message });
const packages = {
  rac: only('react-aria-components', 'React Aria is wrapped in shared/ui.'),
  dates: only('@internationalized/date', 'Dates live in shared/lib/jalali and shared/ui.'),
  valibot: only('valibot', 'Schemas live in wire.ts and schema.ts.'),
  router: {
    group: ['react-router', 'react-router/*'],
    message: 'Routing hooks live in routes/, app/ and shared/ui links.',
  },
};
const parts = { name: 'react', importNames: ['lazy'], message: 'A part that comes later is a lazyPart of shared/ui.' };
const translation = {
  name: 'react-i18next',
  importNames: ['useTranslation'],
  message: 'Texts come from useText of shared/i18n.',
};
const imports = (...patterns) => ['error', { paths: [parts, translation], patterns }];

const layer = (...types) => ({ element: { type: types } });

const strict = tseslint.configs.strictTypeChecked;

export default tseslint.config(
  {
    ignores: ['dist', '.cache', 'node_modules', 'playwright-report', 'test-results', 'src/shared/api/wire', 'public'],
  },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [...strict],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
      globals: globals.browser,
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The router's redirect is thrown, and a plain AppError reaches the error page as data.
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, boundaries },
    extends: [
      jsxA11y.flatConfigs.recommended,
      reactHooks.configs.flat['recommended-latest'] ?? reactHooks.configs.flat.recommended,
    ],
    settings: {
      'import/resolver': { typescript: { project: './tsconfig.json' } },
      'boundaries/elements': [
        { type: 'app', pattern: 'src/app' },
        { type: 'feature', pattern: 'src/features/*', capture: ['name'] },
        { type: 'entity', pattern: 'src/entities/*', capture: ['name'] },
        { type: 'shared', pattern: 'src/shared' },
        { type: 'testing', pattern: 'src/testing' },
      ],
      'boundaries/ignore': ['src/**/*.test.{ts,tsx}', 'src/testing/**'],
    },
    rules: {
      // Nothing is built by React's compiler, which cannot hold the functions of a virtual list.
      'react-hooks/incompatible-library': 'off',
      'no-console': ['error', { allow: ['error'] }],
      'no-restricted-syntax': restricted(logical, colours, texts, oneHome),
      'no-restricted-imports': imports(packages.rac, packages.dates, packages.valibot, packages.router),
      // Allowed are words of every form, call and test, and a component of the router.
      '@typescript-eslint/no-shadow': [
        'error',
        { builtinGlobals: true, allow: ['event', 'name', 'screen', 'ScrollRestoration', 'status'] },
      ],
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          message: 'Imports point down: app → features → entities → shared; a feature never imports a feature.',
          policies: [
            { from: layer('app'), allow: [{ to: layer('app', 'feature', 'entity', 'shared') }] },
            {
              from: layer('feature'),
              allow: [
                { to: layer('entity', 'shared') },
                { to: { element: { type: 'feature', captured: { name: '{{from.element.captured.name}}' } } } },
              ],
            },
            { from: layer('entity'), allow: [{ to: layer('shared', 'entity') }] },
            { from: layer('shared'), allow: [{ to: layer('shared') }] },
          ],
        },
      ],
    },
  },
  // The homes of what is restricted everywhere else.
  {
    files: ['src/shared/ui/**'],
    rules: {
      'no-restricted-imports': imports(packages.valibot),
      // A dialog has to choose where the focus starts; plain elements still may not.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    },
  },
  {
    files: ['src/shared/ui/lazyPart.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/shared/ui/Layer.tsx'],
    rules: { 'no-restricted-syntax': restricted(logical, colours, texts) },
  },
  {
    // Letters and digits as data, not texts.
    files: ['src/shared/lib/{digits,foldFa}.ts'],
    rules: { 'no-restricted-syntax': restricted(logical, colours, oneHome) },
  },
  {
    files: ['src/shared/lib/jalali.ts', 'src/shared/lib/jalali.test.ts'],
    rules: { 'no-restricted-imports': 'off', 'no-restricted-syntax': restricted(logical, colours, texts) },
  },
  {
    files: ['src/shared/lib/{format,lists,now,storage}.ts', 'src/shared/lib/{format,now,storage}{,.dom}.test.ts'],
    rules: { 'no-restricted-syntax': restricted(logical, colours, texts) },
  },
  {
    files: ['src/shared/theme/**'],
    rules: { 'no-restricted-syntax': restricted(logical, texts, oneHome) },
  },
  {
    files: ['src/shared/i18n/**'],
    rules: {
      'no-restricted-syntax': restricted(logical, colours, oneHome),
      'no-restricted-imports': imports(packages.dates, packages.router),
    },
  },
  {
    files: ['**/wire.ts', '**/schema.ts', 'src/shared/form/**', 'src/shared/api/calls.ts'],
    rules: { 'no-restricted-imports': imports(packages.rac, packages.dates, packages.router) },
  },
  {
    files: ['src/main.tsx', 'src/app/**', 'src/**/routes/**', 'src/shared/navigation/**'],
    rules: { 'no-restricted-imports': imports(packages.dates, packages.valibot, packages.rac) },
  },
  {
    files: ['src/app/Providers.tsx'],
    rules: { 'no-restricted-imports': imports(packages.dates, packages.valibot) },
  },
  {
    files: ['src/app/LeaveGuard.tsx'],
    rules: { 'no-restricted-syntax': restricted(logical, colours, texts) },
  },
  {
    files: ['**/*.test.{ts,tsx}', '**/msw.ts', '**/fixtures/**', 'src/testing/**', 'e2e/**'],
    rules: {
      'no-restricted-syntax': 'off',
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
