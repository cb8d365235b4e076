import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

// Part of `npm run lint` and `npm test`: rejects names that were made up for this repository, words that
// stand for a term of the field, and too many comments.

/** Instead of timeout; stored or cached; reported; deferred. */
const words =
  /(?<![A-Za-z])(?:patience|kept|told|asleep)(?![a-z])|(?:Patience|Kept|Told|Asleep)(?![a-z])/g;
const names = new RegExp(
  `(?<![A-Za-z_])(?:${[
    'answerDirectly|asVisitorSent|askEachTime|beforehand|brokeOff|canonicalAddress',
    'carryOut|claim_mail_of|createFirstLoad|createNeededStyles|createTurns|DialogGround|DraftLine',
    'endWhenSilent|EntryList|faultResponse|FaultPage|fetchNoticingEnd|gifWithoutNotes|GoneDialog',
    'idsInSteps|inTurn|isPoison|judge_enquiry|judgeAge|keep_audit_entry|keepAsleep|keptReadings?|lastDue',
    'layPlaceholders|LeanPGlite|lies_apart|news_consents|note_mail_(?:not_)?sent|notingTables',
    'oneAsCaller|oneAtATime|openLocalCommands|orEmpty|overEngine|packTighter|pause_seconds|picture_texts',
    'PlainScreen|post_addresses|PurposeLine|putBack|putOff|putTogether|reachTables|readPageOrLast|rehearse',
    'send_mail_again|setAside|settleProperties|takeApart|takeChangeNotices|takeWholeStyles',
    'underWay|useReading|useSettledText|useSteadyScroll|waits_since|whyNot|WrongSetting|WrongUsage',
  ].join('|')})(?![A-Za-z_])`,
  'g',
);
const accessors = /(?<![A-Za-z])[a-z][A-Za-z]*Of(?![a-z])[A-Za-z]*/g;
const sourcePaths = /(?<![\w/.:@*-])[\w*-]+(?:\/[\w.*-]+)+\.(?:tsx?|sql|css)(?![\w/*-])/g;
const fileNames =
  /(?:^|\/)(?:patience|slow-senders|unreadable-requests|form-traps|off-screen|reply-draft|one-row|one-page|every-row|[a-z-]+-merge|kept-[a-z-]+|sleeping-[a-z-]+|later-[a-z-]+)\.[a-z.]+$/;

/** Names of JavaScript, supabase-js, JSON Schema, schema.org, JPEG, ISO 8601 and pdfkit. */
const standardNames = new Set(
  `indexOf lastIndexOf valueOf typeOf instanceOf toBeInstanceOf keyOf getPrototypeOf setPrototypeOf
  startOfImage endOfImage startOfScan dayOfWeek timeOfDay mainEntityOfPage numberOfItems widthOfString heightOfString
  likeAllOf likeAnyOf ilikeAllOf ilikeAnyOf allOf anyOf oneOf isPartOf isVariantOf memberOf subClassOf multipleOf`.split(
    /\s+/,
  ),
);

const maxCommentShare = 0.04;
const skipped =
  /^(?:package-lock\.json|CHANGELOG\.md|docs\/licences\.md|app\/data\/database\.types\.ts|scripts\/check-wording(?:\.test)?\.ts)$|^bench\/results\/|^tests\/fixtures\/paste\//;
const checked = /\.(?:tsx?|sql|css|md|php|sh|ya?ml|toml|json|html)$|(?:^|\/)[^.]+$/;

const hasComments = /\.(?:tsx?|sql|css|md)$/;

type Finding = { line: number; word: string };

/** Finds the words of a file that the lint forbids; texts that users read are not checked. */
export function findForbiddenWords(path: string, content: string): Finding[] {
  const text = /\.tsx?$/.test(path)
    ? removeLiterals(path, content)
    : removeDemoContent(path, content);
  const found = [words, names, accessors].flatMap((pattern) => [...text.matchAll(pattern)]);
  const findings = found
    .filter(([word]) => !standardNames.has(word))
    .map(({ 0: word, index }) => ({ line: text.slice(0, index).split('\n').length, word }));
  if (fileNames.test(path)) findings.unshift({ line: 1, word: 'name of the file' });
  return findings;
}

/**
 * Finds the source files that a comment or a document names with their folder and that do not exist.
 *
 * @param files all of the repository; `*` in a name is any text
 */
export function findMissingPaths(path: string, content: string, files: string[]): Finding[] {
  const text = path.endsWith('.md') ? content : removeCode(path, content);
  const findings: Finding[] = [];
  for (const { 0: word, index } of text.matchAll(sourcePaths)) {
    const [folder, ...rest] = word.split('/');
    const isOurs = files.some((file) => `/${file}`.includes(`/${folder}/`));
    const pattern = RegExp(`(?:^|/)${word.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    if (rest.length === 0 || !isOurs || files.some((file) => pattern.test(file))) continue;
    findings.push({ line: text.slice(0, index).split('\n').length, word });
  }
  return findings;
}

/** Counts the lines of a file, and those that hold nothing but a comment. */
export function countComments(path: string, content: string): { lines: number; comments: number } {
  const lines = content.trimEnd().split('\n');
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset + (line.length - line.trimStart().length));
    offset += line.length + 1;
  }
  const { comments } = parseSync(path, content);
  const isComment = (start: number) =>
    comments.some((each) => each.start <= start && start < each.end);
  return { lines: lines.length, comments: starts.filter(isComment).length };
}

/** Blanks string literals and JSX text, but for the titles of tests. */
function removeLiterals(path: string, content: string): string {
  const { program } = parseSync(path, content);
  let text = content;
  const titles = new Set<number>();
  const blank = (start: number, end: number) => {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
  };
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const name = content.slice(callee.start, callee.end);
      if (title && /^(?:test|it|describe)\b/.test(name)) titles.add(title.start);
    },
    Literal({ start, end, value }) {
      if (typeof value === 'string' && !titles.has(start)) blank(start, end);
    },
    TemplateElement({ start, end }) {
      if (!titles.has(start) && !titles.has(start - 1)) blank(start, end);
    },
    JSXText({ start, end }) {
      blank(start, end);
    },
  }).visit(program);
  return text;
}

/** Blanks all but the comments. */
function removeCode(path: string, content: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const comments = /\.tsx?$/.test(path)
    ? parseSync(path, content).comments
    : [...content.matchAll(/--[^\n]*|\/\*.*?\*\//gs)].map(({ 0: text, index }) => ({
        start: index,
        end: index + text.length,
      }));
  let end = 0;
  let text = '';
  for (const comment of comments) {
    text += blank(content.slice(end, comment.start)) + content.slice(comment.start, comment.end);
    end = comment.end;
  }
  return text;
}

/** Blanks the demonstration content, sentences of people. */
function removeDemoContent(path: string, content: string): string {
  if (path !== 'supabase/seed.sql') return content;
  return content.replace(/--[^\n]*|'(?:[^']|'')*'/g, (match) =>
    match.startsWith('--') ? match : match.replace(/[^\n]/g, ' '),
  );
}

function readCommentShare(folder: string, files: string[]): number {
  const counts = files
    .filter((path) => path.startsWith(`${folder}/`) && /(?<!\.(?:test|types))\.tsx?$/.test(path))
    .map((path) => countComments(path, readFileSync(path, 'utf8')));
  const sum = (key: 'lines' | 'comments') => counts.reduce((total, count) => total + count[key], 0);
  return sum('comments') / sum('lines');
}

/** Checks every file of the repository, and returns a message for each finding. */
export function checkRepository(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const all = listed.split('\n').filter((path) => existsSync(path));
  const files = all.filter((path) => checked.test(path) && !skipped.test(path));
  const messages = files.flatMap((path) => {
    const content = readFileSync(path, 'utf8');
    const missing = hasComments.test(path) ? findMissingPaths(path, content, all) : [];
    return [
      ...findForbiddenWords(path, content).map(({ line, word }) => `${path}:${line}: ${word}`),
      ...missing.map(({ line, word }) => `${path}:${line}: ${word} does not exist`),
    ];
  });
  for (const folder of ['app', 'server']) {
    const share = readCommentShare(folder, files);
    if (share <= maxCommentShare) continue;
    messages.push(
      `${folder}: ${(share * 100).toFixed(1)} % of the lines are comments, at most 4 %`,
    );
  }
  return messages;
}

if (import.meta.main) {
  const messages = checkRepository();
  process.stdout.write(messages.map((message) => `${message}\n`).join(''));
  process.exitCode = messages.length > 0 ? 1 : 0;
}
