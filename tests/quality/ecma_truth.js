// Tells what files of JavaScript and TypeScript define, according to TypeScript's own parser:
//   node ecma_truth.js <typescript.js>   with the names of the files on standard input
// prints a line of JSON for each definition: [file, group, qualified name].
//
// What counts: classes, interfaces, enumerations, type aliases and namespaces; functions wherever
// they are declared, also arrow functions and function expressions that are the value of a name;
// members of classes, interfaces and object types, and what a class or a constructor function sets
// on `this`; variables outside of functions; the members of objects that are the value of such a
// variable, and functions in the objects in these. `require(...)` imports, and defines nothing.
'use strict'
const fs = require('fs')
const ts = require(require('path').resolve(process.argv[2]))
const Kind = ts.SyntaxKind

const BLOCKS = new Set([
  Kind.Block, Kind.IfStatement, Kind.ForStatement, Kind.ForOfStatement, Kind.ForInStatement,
  Kind.WhileStatement, Kind.TryStatement, Kind.SwitchStatement,
])

function isFunction(node) {
  return node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
}

// Strips brackets and type assertions.
function bare(node) {
  while (node && (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ||
                  ts.isSatisfiesExpression(node))) node = node.expression
  return node
}

function nameOf(node) {
  return node && (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
    ? node.text.replace(/^#/, '') : ''
}

class File {
  constructor(path) {
    this.path = path
    this.source = ts.createSourceFile(
      path, fs.readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  }

  add(group, scope, name) {
    const full = scope ? `${scope}.${name}` : name
    console.log(JSON.stringify([this.path, group, full]))
    return full
  }

  children(node, scope, where) {
    ts.forEachChild(node, child => { this.visit(child, scope, where) })
  }

  // where: 'module', 'class', 'object', 'nested' (an object in an object), 'function'
  visit(node, scope, where) {
    switch (node.kind) {
      case Kind.ClassDeclaration:
      case Kind.InterfaceDeclaration: {
        const full = node.name ? this.add('type', scope, nameOf(node.name)) : scope
        return node.members.forEach(member => this.visit(member, full, 'class'))
      }
      case Kind.ClassExpression:
        return node.members.forEach(
          member => this.visit(member, node.name ? nameOf(node.name) : scope, 'function'))
      case Kind.EnumDeclaration: {
        const full = this.add('type', scope, nameOf(node.name))
        return node.members.forEach(
          member => nameOf(member.name) && this.add('value', full, nameOf(member.name)))
      }
      case Kind.TypeAliasDeclaration: {
        const full = this.add('type', scope, nameOf(node.name))
        if (ts.isTypeLiteralNode(node.type))
          node.type.members.forEach(member => this.visit(member, full, 'class'))
        return
      }
      case Kind.ModuleDeclaration: {
        if (!node.body) return
        const named = ts.isIdentifier(node.name)
        const full = named ? this.add('module', scope, node.name.text) : scope
        return ts.isModuleBlock(node.body)
          ? node.body.statements.forEach(child => this.visit(child, full, 'module'))
          : this.visit(node.body, full, 'module')
      }
      case Kind.FunctionDeclaration:
        return this.children(
          node, node.name ? this.add('function', scope, nameOf(node.name)) : scope, 'function')
      case Kind.Constructor:
        for (const parameter of node.parameters)
          if (parameter.modifiers && parameter.modifiers.length)
            this.add('value', scope, nameOf(parameter.name))
        return this.children(node, this.add('function', scope, 'constructor'), 'function')
      case Kind.MethodDeclaration:
      case Kind.MethodSignature:
      case Kind.GetAccessor:
      case Kind.SetAccessor: {
        const name = where === 'function' ? '' : nameOf(node.name)
        return this.children(node, name ? this.add('function', scope, name) : scope, 'function')
      }
      case Kind.PropertyDeclaration:
      case Kind.PropertySignature:
      case Kind.PropertyAssignment: {
        const name = where === 'function' ? '' : nameOf(node.name)
        if (name) return this.value(node.initializer, scope, where, name)
        return node.initializer && this.visit(node.initializer, scope, 'function')
      }
      case Kind.VariableStatement:
        return node.declarationList.declarations.forEach(one => this.visit(one, scope, where))
      case Kind.VariableDeclaration:
        return this.variable(node, scope, where)
      case Kind.ExpressionStatement: {
        const inner = node.expression
        if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === Kind.EqualsToken)
          return this.assignment(inner, scope, where)
        return this.children(node, scope, 'function')
      }
      case Kind.TypeLiteral:
        return
    }
    const keeps = where === 'class' || node.kind === Kind.SourceFile
    this.children(node, scope, keeps && !BLOCKS.has(node.kind) ? where : 'function')
  }

  // What a name is given decides what the name is.
  value(initializer, scope, where, name) {
    const given = bare(initializer)
    if (isFunction(given))
      return this.children(given, this.add('function', scope, name), 'function')
    if (given && ts.isClassExpression(given)) {
      const full = this.add('type', scope, name)
      return given.members.forEach(member => this.visit(member, full, 'class'))
    }
    if (where === 'function') return given && this.visit(given, scope, where)
    const full = where === 'nested' ? `${scope}.${name}` : this.add('value', scope, name)
    if (given && ts.isObjectLiteralExpression(given))
      given.properties.forEach(
        one => this.visit(one, full, where === 'module' ? 'object' : 'nested'))
    else if (given) this.visit(given, scope, 'function')
  }

  variable(node, scope, where) {
    const required = node.initializer && /^require\(/.test(node.initializer.getText())
    if (required) return
    if (nameOf(node.name)) return this.value(node.initializer, scope, where, nameOf(node.name))
    if (where === 'module') this.pattern(node.name, scope)
    if (node.initializer) this.visit(node.initializer, scope, 'function')
  }

  pattern(node, scope) {
    for (const element of node.elements)
      if (element.name && nameOf(element.name)) this.add('value', scope, nameOf(element.name))
      else if (element.name) this.pattern(element.name, scope)
  }

  assignment(node, scope, where) {
    const left = node.left.getText().replace(/\s+/g, '').replace('.#', '.')
    const right = node.right
    const own = where === 'function' && /^this\.([\w$]+)$/.exec(left)
    if (own && this.owner(node)) return this.value(right, this.owner(node), 'class', own[1])
    if (!/^[\w$.]+$/.test(left) || /^this\b/.test(left)) return this.visit(right, scope, 'function')
    const name = `${left}.`.replace(/^(module\.exports|exports|window|globalThis|global)\./, '')
      .replace('.prototype.', '.').replace(/\.$/, '')
    const named = isFunction(right) || ts.isClassExpression(right)
    if (named && (name || right.name))
      return this.value(right, '', 'class', name || nameOf(right.name))
    if (ts.isObjectLiteralExpression(right) && name !== left) {
      if (name && !left.endsWith('.prototype')) this.add('value', '', name)
      return right.properties.forEach(one => this.visit(one, name, 'object'))
    }
    this.visit(right, scope, 'function')
  }

  // The class, or the function that is one, whose `this` this is.
  owner(node) {
    for (let around = node.parent; around; around = around.parent) {
      if (ts.isClassDeclaration(around) || ts.isClassExpression(around)) return nameOf(around.name)
      const name = ts.isFunctionDeclaration(around) ? nameOf(around.name) : ''
      if (/^[A-Z]/.test(name)) return name
    }
    return ''
  }
}

for (const path of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const file = new File(path)
  file.visit(file.source, '', 'module')
}
