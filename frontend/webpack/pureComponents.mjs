import ts from 'typescript';

/** `Form.displayName = 'Form'` */
const isName = (statement) =>
  ts.isExpressionStatement(statement) &&
  ts.isBinaryExpression(statement.expression) &&
  ts.isPropertyAccessExpression(statement.expression.left) &&
  statement.expression.left.name.text === 'displayName';

/** `React.forwardRef(…)` */
const isComponent = (node) =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ['createContext', 'forwardRef', 'memo'].includes(node.expression.name.text);

/**
 * Webpack's loader for a package that does not say it itself: a component made by a call may be left out when nobody
 * uses it, and its name for the developer's tools is no use of it.
 */
export default function pureComponents(source) {
  const file = ts.createSourceFile('module.mjs', source, ts.ScriptTarget.Latest);
  let result = '';
  let end = 0;
  for (const statement of file.statements) {
    const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    for (const { initializer } of declarations.filter(({ initializer: value }) => isComponent(value))) {
      const start = initializer.getStart(file);
      result += `${source.slice(end, start)}/* @__PURE__ */ `;
      end = start;
    }
    if (isName(statement)) {
      result += source.slice(end, statement.getStart(file));
      end = statement.end;
    }
  }
  return result + source.slice(end);
}
