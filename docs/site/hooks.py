"""Collects the pages of the site: README.md, CONTRIBUTING.md, CHANGELOG.md, docs/, and the files of the repository that they link to.

Pages keep their paths, so that relative links hold. A linked source file becomes a page of its own, which the search leaves out.
"""
import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
BLOCK = re.compile(r"^ *```.*?^ *```$", re.M | re.S)


def pages():
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md")
    yield from sorted((ROOT / "docs").rglob("*.md"))


def targets(source, text):
    """The paths in the repository that a page links to."""
    for m in LINK.finditer(BLOCK.sub("", text)):
        if "://" not in m[1]:
            yield posixpath.normpath(posixpath.join(posixpath.dirname(source), m[1]))


def source_page(path):
    """A page that shows a file, or lists a folder."""
    front = "---\nsearch:\n  exclude: true\n---\n"
    name = path.relative_to(ROOT)
    if path.is_dir():
        files = sorted(p.name for p in path.iterdir())
        return f"{front}# {name}\n\n" + "".join(f"- `{f}`\n" for f in files)
    lines = path.read_text(errors="replace")
    return f"{front}# {name}\n\n~~~~~~{path.suffix[1:] or 'text'}\n{lines}\n~~~~~~\n"


def on_files(files, config):
    linked = set()
    for page in pages():
        name = page.relative_to(ROOT).as_posix()
        text = page.read_text()
        linked.update(t for t in targets(name, text) if not t.endswith(".md"))
        files.append(File.generated(config, name, content=text))
    for name in sorted(linked):
        files.append(File.generated(config, name + ".md", content=source_page(ROOT / name)))
    return files


def on_page_markdown(markdown, page, config, files):
    here = posixpath.dirname(page.file.src_uri)

    def link(m):
        target = posixpath.normpath(posixpath.join(here, m[1]))
        if "://" in m[1] or m[1].endswith(".md") or files.get_file_from_path(target + ".md") is None:
            return m[0]
        return f"]({m[1].rstrip('/')}.md)"

    return LINK.sub(link, markdown)


def on_post_page(output, page, config):
    """The site needs no network: the theme's one foreign script is beside it."""
    up = "../" * page.url.count("/")
    return output.replace("https://unpkg.com/iframe-worker/shim", up + "iframe-worker.js")
