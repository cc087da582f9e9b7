"""Serves the app of a folder, with a config.json that says which tenant it signs people in at.

  serve_app.py FOLDER PORT_FILE [HOST PORT]   on a free port of this machine, unless it is given another place

config.json is made of the variables ISSUER and CLIENT, or read from beside the port file at each request.
"""
import functools
import http.server
import json
import os
import pathlib
import sys


class App(http.server.SimpleHTTPRequestHandler):
    config = None

    def do_GET(self):
        if self.path != "/config.json":
            return super().do_GET()
        if "ISSUER" in os.environ:
            body = json.dumps({"issuer": os.environ["ISSUER"], "client": os.environ["CLIENT"]}).encode()
        else:
            body = self.config.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main(folder, port_file, host="127.0.0.1", port="0"):
    port_file = pathlib.Path(port_file)
    App.config = port_file.parent / "config.json"
    server = http.server.ThreadingHTTPServer((host, int(port)), functools.partial(App, directory=folder))
    part = port_file.with_suffix(".part")
    part.write_text(f"{server.server_address[1]}\n")
    os.replace(part, port_file)
    server.serve_forever()


main(*sys.argv[1:])
